import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir, readVariables } from '../environment.ts'
import { CommandError } from '../exit.ts'

export type Connection = {
  readonly url: string
  readonly key: string
  readonly workspace: string | undefined
  readonly agent: string | undefined
}

export type ConnectionOptions = { url?: string; key?: string; workspace?: string; agent?: string }

/** Options come first, then the environment, then the defaults of a local gateway. */
export function connect({ url, key, workspace, agent }: ConnectionOptions): Connection {
  const { QM_URL, QM_KEY, QM_ROOT_KEY, HOST, PORT } = readVariables()
  const local = `http://${HOST || '127.0.0.1'}:${PORT || '8080'}`
  return {
    url: (url ?? (QM_URL || local)).replace(/\/+$/, ''),
    key: key ?? (QM_KEY || QM_ROOT_KEY || readRootKey(dataDir())),
    workspace,
    agent,
  }
}

/** The key that a local gateway generated at its first start. */
function readRootKey(folder: string): string {
  try {
    return readFileSync(join(folder, 'root-key'), 'utf8').trim()
  } catch {
    throw new CommandError(
      'usage',
      `No key: pass --key, set QM_KEY or QM_ROOT_KEY, or start the gateway once so that it creates one in ${folder}.`,
    )
  }
}
