import type { Environment } from '../environment.ts'
import type { LoadRequest } from '../load/request.ts'
import { type Contender, measureInTurns, ratioOf } from '../measure.ts'
import { mcpCall, post, withKey } from '../requests.ts'
import { type SuiteResult, toRows } from '../results.ts'
import { seedStack } from '../seed/stack.ts'
import type { ChildServer } from '../system/child-server.ts'

const CONNECTIONS = 32
const GET = { keys: ['key {n}'] }
const PUSH = { key: 'key {n}', value: { n: 1 } }
const DOCUMENTS = 1000

/** The gateway's calls and what a user would write by hand instead, in turns. */
export async function benchCalls(environment: Environment): Promise<SuiteResult> {
  const { plan, contenders, gateway } = environment
  const { fastify, express, fastapi, mcp } = contenders
  const headers = withKey(environment.key)
  const tool = (name: string, input: unknown, distinct = 1000) =>
    post(`${gateway.url}/v1/tools/${name}`, input, { headers, distinct })
  const { tableId, documentIds } = await seedStack(environment, 'saves', DOCUMENTS)
  const saveRow = post(
    `${gateway.url}/v1/tables/${tableId}/tools/save_table_row`,
    { document_id: '{value}', vendor: 'Vendor {n}', amount: '{n}' },
    { headers, distinct: DOCUMENTS, values: documentIds },
  )

  const measured = await measureInTurns(
    {
      'Fastify echo, no database': at(fastify, post(`${fastify.url}/echo`, GET)),
      'Fastify + pg, get': at(fastify, post(`${fastify.url}/get`, GET)),
      'Express + pg, get': at(express, post(`${express.url}/get`, GET)),
      ...(fastapi && { 'FastAPI + asyncpg, get': at(fastapi, post(`${fastapi.url}/get`, GET)) }),
      'Quartermaster get_context': at(gateway, tool('get_context', GET)),
      'Quartermaster list_context, 10 of 1,000': at(
        gateway,
        post(
          `${gateway.url}/v1/tools/list_context`,
          { limit: 10 },
          { headers: withKey(environment.listKey) },
        ),
      ),
      'Quartermaster search_context': at(
        gateway,
        tool('search_context', { query: 'key', limit: 10 }),
      ),
      'official MCP server + pg, get': at(mcp, mcpCall(mcp.url, 'get_context', GET)),
      'Quartermaster MCP get_context': at(
        gateway,
        mcpCall(`${gateway.url}/mcp`, 'get_context', GET, headers),
      ),
      'Fastify + pg, upsert': at(fastify, post(`${fastify.url}/push`, PUSH)),
      'Quartermaster push_context, existing keys': at(gateway, tool('push_context', PUSH)),
      'Quartermaster push_context, Idempotency-Key': at(gateway, {
        ...tool('push_context', PUSH, 1_000_000_000),
        headers: { ...headers, 'idempotency-key': 'bench-{run}-{n}' },
        body: JSON.stringify({ key: 'key {k}', value: { n: 1 } }),
      }),
      'Quartermaster push_context, new keys': at(
        gateway,
        tool('push_context', { key: 'new {run} {n}', value: { n: 1 } }, 1_000_000_000),
      ),
      'Quartermaster save_table_row': at(gateway, saveRow),
    } as Record<string, Contender>,
    plan,
  )
  const of = (name: string) => {
    const found = measured[name]
    if (found === undefined) throw new Error(`${name} was not measured`)
    return found
  }
  const get = of('Quartermaster get_context')
  const bareGet = of('Fastify + pg, get')
  const barePush = of('Fastify + pg, upsert')
  return {
    title: 'Calls, side by side',
    rows: toRows(measured, CONNECTIONS),
    figures: {
      get: ratioOf(get, bareGet),
      getExpress: ratioOf(get, of('Express + pg, get')),
      ...(fastapi && { getFastApi: ratioOf(get, of('FastAPI + asyncpg, get')) }),
      list: ratioOf(of('Quartermaster list_context, 10 of 1,000'), bareGet),
      mcp: ratioOf(of('Quartermaster MCP get_context'), bareGet),
      push: ratioOf(of('Quartermaster push_context, existing keys'), barePush),
      pushOnce: ratioOf(of('Quartermaster push_context, Idempotency-Key'), barePush),
      saveRow: ratioOf(of('Quartermaster save_table_row'), barePush),
    },
    ...(fastapi === undefined && {
      notes: [
        'FastAPI was not measured: python3-fastapi, python3-asyncpg and uvicorn are not installed.',
      ],
    }),
  }
}

const at = ({ pid }: ChildServer, request: LoadRequest, connections = CONNECTIONS): Contender => ({
  request,
  connections,
  pid,
})

/** The main calls with few and with many connections. */
export async function benchConnections({
  plan,
  contenders,
  gateway,
  key,
  isQuick,
}: Environment): Promise<SuiteResult> {
  const headers = withKey(key)
  const get = post(`${gateway.url}/v1/tools/get_context`, GET, { headers })
  const push = post(`${gateway.url}/v1/tools/push_context`, PUSH, { headers })
  const bareGet = post(`${contenders.fastify.url}/get`, GET)
  const barePush = post(`${contenders.fastify.url}/push`, PUSH)
  const measureAt = (connections: number) =>
    measureInTurns(
      {
        'Fastify + pg, get': at(contenders.fastify, bareGet, connections),
        'Quartermaster get_context': at(gateway, get, connections),
        'Fastify + pg, upsert': at(contenders.fastify, barePush, connections),
        'Quartermaster push_context': at(gateway, push, connections),
      },
      plan,
    )
  const one = await measureAt(1)
  const many = isQuick ? undefined : await measureAt(256)
  return {
    title: 'One connection and many',
    rows: [...toRows(one, 1), ...(many === undefined ? [] : toRows(many, 256))],
    figures: { latency: ratioOf(one['Quartermaster get_context'], one['Fastify + pg, get']) },
  }
}
