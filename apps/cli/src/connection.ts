import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson, stringifyJson } from '@quartermaster/toolkit'
import { InvalidArgumentError } from 'commander'
import { fromRoot, readVariables } from './environment.ts'

export type Connection = {
  readonly url: string
  readonly key: string
  readonly workspace: string | undefined
}

export type Options = { url?: string; key?: string; workspace?: string }

/** Where the gateway is and with which key: options, else the environment, else a local start's. */
export function connect({ url, key, workspace }: Options): Connection {
  const { QM_URL, QM_KEY, QM_ROOT_KEY, QM_DATA_DIR, HOST, PORT } = readVariables()
  const local = `http://${HOST || '127.0.0.1'}:${PORT || '8080'}`
  return {
    url: (url ?? QM_URL ?? local).replace(/\/+$/, ''),
    key: key ?? QM_KEY ?? QM_ROOT_KEY ?? keptKey(fromRoot(QM_DATA_DIR || '.quartermaster')),
    workspace,
  }
}

function keptKey(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'root-key'), 'utf8').trim()
  } catch {
    throw new Error(
      `No key: pass --key, set QM_KEY or QM_ROOT_KEY, or start the gateway once so that ${dataDir} has one.`,
    )
  }
}

type Request = { method?: string; body?: unknown; agent?: string }

/** One request to the gateway. A refusal is an error in the gateway's own words. */
export async function request(
  { url, key, workspace }: Connection,
  path: string,
  { method = 'GET', body, agent }: Request = {},
): Promise<string> {
  const headers = {
    'x-api-key': key,
    ...(workspace !== undefined && { 'x-workspace': encodeHeader(workspace) }),
    ...(agent !== undefined && { 'x-agent': encodeHeader(agent) }),
  }
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body: stringifyJson(body) }),
  }).catch((cause: unknown) => {
    throw new Error(`No gateway answers at ${url}. Is it running? (pnpm start)`, { cause })
  })
  const text = await response.text()
  if (!response.ok) throw new Error(refusal(text, response.status))
  return text
}

/** Headers are Latin-1 by their standard; the gateway reads them as the UTF-8 that names are in. */
const encodeHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

function refusal(text: string, status: number): string {
  try {
    const { error, suggestion } = JSON.parse(text) as { error?: string; suggestion?: string }
    if (error !== undefined) return [error, suggestion].filter(Boolean).join('\n')
  } catch {
    // Not the gateway's own answer; its status is all there is.
  }
  return `The gateway answered with status ${status}.`
}

export function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new InvalidArgumentError('It must be JSON.')
  }
}

/** A count or a time as it is typed. */
export function readCount(text: string): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (count < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return count
}
