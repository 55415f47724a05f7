import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChildServer, startChildServer } from './child-server.ts'

const MAIN = fileURLToPath(new URL('../../../apps/gateway/main.js', import.meta.url))
// As in package.json.
const NODE_OPTIONS = [
  '--max-semi-space-size=16',
  '--no-memory-reducer',
  '--heap-growing-percent=80',
  '--no-allocation-site-pretenuring',
]
const ROOT_KEY = 'bench-Zk3vQ8rT5yW2nL7pX9dF4hJ6'

export type Gateway = ChildServer & {
  /** A REST or tool call with the root key; throws for anything but success. */
  call(
    method: string,
    path: string,
    body?: unknown,
    workspace?: string,
  ): Promise<Record<string, unknown>>
  /** Sends a file as it is. */
  upload(path: string, csv: string): Promise<void>
  /** An agent's own key, created through the API. */
  createKey(agent: string, workspace: string): Promise<string>
}

type Options = {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
}

/** The gateway as `pnpm start` runs it, on a database of the benchmark. */
export async function startGateway({ databaseUrl, dataDir, env = {} }: Options): Promise<Gateway> {
  const server = await startChildServer({
    command: process.execPath,
    args: [...NODE_OPTIONS, MAIN],
    env: {
      DATABASE_URL: databaseUrl,
      PORT: '0',
      QM_ROOT_KEY: ROOT_KEY,
      QM_DATA_DIR: join(dataDir, 'gateway'),
      LOG_LEVEL: 'error',
      ...env,
    },
    findUrl: (line) => /listening on\s+(http\S+)/.exec(line)?.[1],
  })
  const call: Gateway['call'] = async (method, path, body, workspace = 'default') => {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        'x-api-key': ROOT_KEY,
        'x-workspace': workspace,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${text.slice(0, 300)}`)
    return text === '' ? {} : JSON.parse(text)
  }
  return {
    ...server,
    call,
    async upload(path, csv) {
      const headers = { 'x-api-key': ROOT_KEY, 'content-type': 'text/csv' }
      const response = await fetch(server.url + path, { method: 'POST', headers, body: csv })
      if (!response.ok) throw new Error(`${path}: ${(await response.text()).slice(0, 300)}`)
    },
    async createKey(agent, workspace) {
      await call('POST', '/v1/agents', { name: agent }, workspace).catch(() => undefined)
      const { key } = await call(
        'POST',
        `/v1/agents/${encodeURIComponent(agent)}/keys`,
        {},
        workspace,
      )
      return String(key)
    },
  }
}
