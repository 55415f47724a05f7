import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MULTIPLY } from '@quartermaster/testing'
import {
  createSampleData,
  type Operation,
  operationsOf,
  type SampleData,
  sampleBodies,
  samplePathValue,
} from '@quartermaster/testing/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from '../start-gateway.ts'
import { untilLoaded } from '../toolsets/folders.ts'
import { databaseChecksums } from './database-checksum.ts'

let gateway: TestGateway
let toolsDir: string
let operations: Operation[]
let data: SampleData
let keys: Record<'annRun' | 'annDenied' | 'eve' | 'revoked' | 'expired', string>

beforeAll(async () => {
  toolsDir = await mkdtemp(join(tmpdir(), 'quartermaster-guarded-'))
  await mkdir(join(toolsDir, 'Multiply'))
  for (const [name, text] of Object.entries(MULTIPLY)) {
    await writeFile(join(toolsDir, 'Multiply', name), text)
  }
  gateway = await openGateway({ config: { toolsDir } })
  await untilLoaded(gateway, ['Multiply'])
  operations = operationsOf((await gateway.request('GET', '/openapi.json')).body)
  const send = async (method: string, path: string, body: unknown = {}, headers = {}) => {
    const answer = await gateway.request(method, path, {
      ...(method !== 'GET' && { body }),
      headers: { 'x-agent': 'Ann', ...headers },
    })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  data = await createSampleData((method, path, body) =>
    send(method, path, body, /^\/v1\/(roles|agents)/.test(path) ? { 'x-agent': '' } : {}),
  )
  await send('POST', '/v1/workspaces', { name: 'Other' })
  const other = { 'x-workspace': 'Other', 'x-agent': '' }
  const eve = await send(
    'POST',
    '/v1/agents',
    { name: 'Eve', allowed_tools: ['*', 'pause_prompts'], with_key: true },
    other,
  )
  const denied = await send(
    'POST',
    '/v1/agents',
    { name: 'Denied', allowed_tools: [], with_key: true },
    { 'x-agent': '' },
  )
  const run = await gateway.request('POST', '/v1/descriptors', {
    body: { agent: 'Ann', tools: ['get_context'] },
  })
  const revoked = await send('POST', '/v1/agents/Ann/keys', {}, { 'x-agent': '' })
  await send('DELETE', `/v1/keys/${revoked.id}`, {}, { 'x-agent': '' })
  const expired = await send('POST', '/v1/agents/Ann/keys', {}, { 'x-agent': '' })
  await gateway.services.database.pool.query(
    `update api_keys set expires_at = now() - interval '1 minute' where id = $1`,
    [expired.id],
  )
  keys = {
    annRun: run.headers.get('x-key') ?? '',
    annDenied: denied.key.key,
    eve: eve.key.key,
    revoked: revoked.key,
    expired: expired.key,
  }
})
afterAll(async () => {
  await gateway.close()
  await rm(toolsDir, { recursive: true, force: true })
})

/** Calls an operation with the ids of the sample data, and a body that it accepts. */
function attempt({ id, method, path, example }: Operation, key: string | null) {
  const url = path.replace(/\{(\w+)\}/g, (_all, parameter) => {
    const value = samplePathValue(data, path, parameter)
    if (value === undefined) throw new Error(`${id} needs a sample for {${parameter}}`)
    return encodeURIComponent(value)
  })
  const sample = sampleBodies(data)[id] ?? example ?? {}
  return gateway.request(method, url, { key, ...(method !== 'GET' && { body: sample }) })
}

/** Makes all attempts and returns those that were not refused with one of these statuses. */
async function notRefused(wanted: Operation[], key: string | null, statuses: number[]) {
  const accepted: string[] = []
  for (const operation of wanted) {
    const { status } = await attempt(operation, key)
    if (!statuses.includes(status))
      accepted.push(`${operation.method} ${operation.path}: ${status}`)
  }
  return accepted
}

const leavesDatabaseAsItIs = async (work: () => Promise<void>) => {
  const before = await databaseChecksums(gateway.services)
  await work()
  expect(await databaseChecksums(gateway.services)).toEqual(before)
}

const KEYS = {
  none: () => null,
  wrong: () => 'not-a-key-of-this-gateway',
  unknown: () => 'qm_AAAAAAAAAAAA_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA000000',
  mistyped: () => `${keys.eve.slice(0, 20)}x${keys.eve.slice(21)}`,
  revoked: () => keys.revoked,
  expired: () => keys.expired,
}

test.each(Object.keys(KEYS) as (keyof typeof KEYS)[])(
  'without a valid key (%s) every operation that is not public answers 401 and changes nothing',
  async (kind) => {
    const guarded = operations.filter(({ access }) => access !== 'public')
    expect(guarded.length).toBeGreaterThan(100)
    await leavesDatabaseAsItIs(async () => {
      expect(await notRefused(guarded, KEYS[kind](), [401])).toEqual([])
    })
  },
)

// A session begins with a key in the body, and its end needs its cookie.
const SESSION = ['create_session', 'delete_session']

test('every public operation only reads', () => {
  const open = operations.filter(({ access, id }) => access === 'public' && !SESSION.includes(id))
  expect(open.filter(({ method }) => method !== 'GET')).toEqual([])
})

// Operations with which every valid key may ask about itself. The lists contain only what the key may
// call.
const ABOUT_THE_KEY = [
  '/openapi.json',
  '/v1/tools',
  '/v1/descriptors/verdicts',
  '/v1/whoami',
  '/v1/session',
  '/mcp',
]

test('a key for one tool reaches that tool only', async () => {
  const others = operations.filter(
    ({ id, path, access }) =>
      access !== 'public' && id !== 'get_context' && !isAboutTheKey(path, id),
  )
  await leavesDatabaseAsItIs(async () => {
    expect(await notRefused(others, keys.annRun, [403, 404])).toEqual([])
  })
  const own = operations.filter(({ id }) => id === 'get_context')
  expect(await notRefused(own, keys.annRun, [403, 404])).toHaveLength(1)
})

const isAboutTheKey = (path: string, id: string): boolean =>
  ABOUT_THE_KEY.includes(path) || id === 'get_descriptors'

test('an agent without permissions calls no tool, and no route that needs one', async () => {
  const guarded = operations.filter(
    ({ isTool, access }) => isTool || access === 'root' || typeof access === 'object',
  )
  await leavesDatabaseAsItIs(async () => {
    // 405: most tools of folders do not take GET.
    expect(await notRefused(guarded, keys.annDenied, [403, 404, 405])).toEqual([])
  })
})

test('an agent of another workspace reaches nothing by the first one’s ids', async () => {
  // Toolsets belong to the installation, and a thread's id to the agent that uses it.
  const byId = operations.filter(
    ({ path, access, pathParameters, id }) =>
      access === 'root' ||
      (pathParameters.length > 0 &&
        !path.startsWith('/v1/toolsets') &&
        !path.startsWith('/v1/threads') &&
        id !== 'clear_trouble'),
  )
  await leavesDatabaseAsItIs(async () => {
    expect(await notRefused(byId, keys.eve, [403, 404])).toEqual([])
  })
})

test('nothing that an agent of another workspace can read contains the first one’s data', async () => {
  const reads = operations.filter(
    ({ method, path }) => method === 'GET' && path !== '/v1/events' && path !== '/mcp',
  )
  for (const operation of reads) {
    const { text } = await attempt(operation, keys.eve)
    expect(text, operation.path).not.toMatch(/secret (text|value|prompt|message)/i)
  }
  const context = operations.filter(({ path }) =>
    /\/v1\/tools\/(get|list|search)_context/.test(path),
  )
  for (const operation of context) {
    expect((await attempt(operation, keys.eve)).text).not.toContain('secret value')
  }
})

test.each(['annRun', 'annDenied', 'eve'] as const)('the same holds over MCP (%s)', async (kind) => {
  const call = (name: string, query: string) =>
    gateway.request('POST', `/mcp${query}`, {
      key: keys[kind],
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { key: 'acme', value: '1', document_id: data.document } },
      },
    })
  const names = operations.filter(({ isTool }) => isTool).map(({ id }) => id)
  await leavesDatabaseAsItIs(async () => {
    for (const query of [`?table=${data.table}`, `?document=${data.document}`]) {
      for (const name of names.filter((id) => id !== 'get_context')) {
        const { status, text } = await call(name, query)
        const isRefused = status >= 400 || /"isError":true|"error":/.test(text)
        expect(isRefused, `${name}${query}`).toBe(true)
      }
    }
  })
})
