import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '@quartermaster/testing'
import type { ToolFamily, ToolGroup } from '@quartermaster/toolkit'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../src/app.ts'
import { type Catalog, catalog as everything, type ToolServices } from '../src/catalog.ts'
import { type Config, readConfig } from '../src/config.ts'
import { openServices, type Services } from '../src/services.ts'

// Neither the data folder nor the tool folders of the repository are used.
const QUIET = { QM_DATA_DIR: join(tmpdir(), 'quartermaster-tests'), QM_TOOLS_DIR: 'no-such-folder' }

export const ROOT_KEY = 'the-root-key-of-the-tests'

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any
}

type Options = {
  groups?: readonly ToolGroup<ToolServices>[]
  families?: readonly ToolFamily<ToolServices>[]
  config?: Partial<Config>
  clock?: () => Date
  publicUrl?: string
  /** The database of another gateway, to be a second process of it. */
  databaseUrl?: string
  timeouts?: AppOptions['timeouts']
  consoleDir?: string
  /** Lines of the log, for tests of what an operator reads. */
  log?: string[]
}

export type TestGateway = {
  readonly url: string
  readonly services: Services
  readonly databaseUrl: string
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** Calls as an agent, in the way the operator can. */
  as(agent: string, workspace?: string): Agent
  close(): Promise<void>
}

export type Agent = { call(tool: string, input?: unknown): Promise<Answer> }

export type RequestOptions = {
  headers?: Record<string, string>
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown
  key?: string | null
}

/** The real app, listening, on a database of its own. It is closed when the test ends. */
export async function startGateway(options: Options = {}): Promise<TestGateway> {
  const gateway = await openGateway(options)
  onTestFinished(gateway.close)
  return gateway
}

/** The same for a whole file, which closes it itself. */
export async function openGateway(options: Options = {}): Promise<TestGateway> {
  const { databaseUrl } = options
  const database =
    databaseUrl === undefined ? await freshDatabase() : { url: databaseUrl, close: async () => {} }
  const config = { ...readConfig(QUIET), ...options.config }
  const log = pino({ level: 'debug' }, { write: (line: string) => options.log?.push(line) })
  const services = await openServices({
    config,
    databaseUrl: database.url,
    rootKey: ROOT_KEY,
    log,
    clock: options.clock,
  })
  const catalog: Catalog = {
    groups: options.groups ?? everything.groups,
    families: options.families ?? everything.families,
  }
  let url = ''
  const app = await buildApp({
    config,
    services,
    catalog,
    log,
    publicUrl: () => options.publicUrl ?? url,
    timeouts: options.timeouts,
    consoleDir: options.consoleDir,
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await services.close()
    await database.close()
  }

  const request = async (
    method: string,
    path: string,
    { headers = {}, body, key = ROOT_KEY }: RequestOptions = {},
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== null && { 'x-api-key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : text,
    }
  }
  const as = (agent: string, workspace = 'default') => ({
    call: (tool: string, input: unknown = {}) =>
      request('POST', `/v1/tools/${tool}`, {
        body: input,
        headers: { 'x-agent': agent, 'x-workspace': workspace },
      }),
  })
  return { url, services, databaseUrl: database.url, request, as, close }
}
