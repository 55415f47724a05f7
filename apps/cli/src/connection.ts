import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InvalidArgumentError } from 'commander'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export type Connection = {
  readonly url: string
  readonly key: string
  readonly workspace: string | undefined
}

export type Options = { url?: string; key?: string; workspace?: string }

/** Where the gateway is and with which key: options, else the environment, else a local start's. */
export function connect({ url, key, workspace }: Options): Connection {
  // biome-ignore lint/style/noProcessEnv: the command line's one reader of the environment.
  const { QM_URL, QM_KEY, QM_ROOT_KEY, QM_DATA_DIR = '.quartermaster', HOST, PORT } = process.env
  const local = `http://${HOST || '127.0.0.1'}:${PORT || '8080'}`
  return {
    url: (url ?? QM_URL ?? local).replace(/\/+$/, ''),
    key: key ?? QM_KEY ?? QM_ROOT_KEY ?? keptKey(resolve(ROOT, QM_DATA_DIR)),
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
    ...(body !== undefined && { body: JSON.stringify(body) }),
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
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError('It must be JSON.')
  }
}
