import { freshDatabase } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { PendingCalls, saveToolCalls } from '../src/queries/call-log/save-tool-calls.ts'
import type { ToolCall } from '../src/queries/call-log/tool-call.ts'
import { addUpMinutes, countCalls, sweepCallCounts } from '../src/queries/call-statistics.ts'
import { startGateway } from './start-gateway.ts'

const NOON = new Date('2026-05-04T12:00:00Z')
const TOMORROW = new Date('2026-05-05T12:00:00Z')
const minutesAfterNoon = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)

async function openLog() {
  const { db } = await freshDatabase()
  const { id } = await db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow()
  const call = (more: Partial<ToolCall> = {}): ToolCall => ({
    workspace_id: id,
    agent: 'Sales',
    key_id: 'k',
    tool: 'get_context',
    path: '/v1/tools/get_context',
    request_id: 'r',
    trace_id: null,
    status: 200,
    code: null,
    error: null,
    suggestion: null,
    answer: null,
    milliseconds: 10,
    request_bytes: 3,
    response_bytes: 5,
    arguments: '{}',
    replayed: false,
    called_at: NOON,
    ...more,
  })
  const count = (by: 'tool' | 'agent' | 'minute' | 'hour') =>
    countCalls(db, id, { by, since: NOON, until: TOMORROW })
  const save = (calls: readonly ToolCall[]) => {
    const pending = new PendingCalls()
    for (const each of calls) pending.add(each)
    return saveToolCalls(db, pending)
  }
  return { db, call, count, save }
}

test('statistics do not need the rows of the call log', async () => {
  const { request, as, services } = await startGateway()
  await as('Sales').call('get_context')
  const stats = async () => (await request('GET', '/v1/stats')).body.stats
  const before = await stats()
  expect(before).toMatchObject([{ group: 'get_context', calls: 1, errors: 0 }])
  await services.database.pool.query('delete from call_log_segments')
  expect(await stats()).toEqual(before)
})

test('an agent sees statistics of its own calls only', async () => {
  const { request, as } = await startGateway()
  const body = { name: 'Support', with_key: true }
  const { key } = (await request('POST', '/v1/agents', { body })).body.key
  await as('Sales').call('get_context')
  await request('POST', '/v1/tools/list_context', { body: {}, key })
  const { body: own } = await request('GET', '/v1/stats', { key })
  expect(own.stats).toMatchObject([{ group: 'list_context', calls: 1 }])
})

test('batches of several processes at the same time lose no call', async () => {
  const { call, count, save } = await openLog()
  const tools = ['get_context', 'push_context', 'list_context']
  const batch = Array.from({ length: 90 }, (_, at) =>
    call({ tool: tools[at % 3] ?? '', agent: `agent ${at % 10}`, milliseconds: at }),
  )
  const batches = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? batch : batch.toReversed()))
  await Promise.all(batches.map((calls) => save(calls)))
  expect(await count('tool')).toMatchObject(
    tools.toSorted().map((group) => ({
      group,
      calls: 600,
      request_bytes: 1800,
      response_bytes: 3000,
    })),
  )
})

test('durations are accurate to a tenth', async () => {
  const { call, count, save } = await openLog()
  const calls = Array.from({ length: 1000 }, (_, at) => call({ milliseconds: at + 1 }))
  await save(calls)
  const [found] = await count('tool')
  expect(Math.abs((found?.milliseconds_p50 ?? 0) / 500 - 1)).toBeLessThan(0.1)
  expect(Math.abs((found?.milliseconds_p95 ?? 0) / 950 - 1)).toBeLessThan(0.1)
})

test('old minutes are added up to hours, and no call is lost or counted twice', async () => {
  const { db, call, count, save } = await openLog()
  const calls = Array.from({ length: 120 }, (_, at) =>
    call({ called_at: minutesAfterNoon(at), replayed: at === 0 }),
  )
  await save(calls)
  const byTool = await count('tool')
  expect(await count('minute')).toHaveLength(120)
  await Promise.all([1, 2, 3].map(() => addUpMinutes(db, minutesAfterNoon(60))))
  expect(await count('minute')).toHaveLength(61)
  expect(await count('hour')).toMatchObject([
    { group: '2026-05-04T12:00:00Z', calls: 60, replayed: 1 },
    { group: '2026-05-04T13:00:00Z', calls: 60, replayed: 0 },
  ])
  expect(await count('tool')).toEqual(byTool)
})

test('counts have a limit: the oldest are deleted', async () => {
  const { db, call, count, save } = await openLog()
  await save([0, 1, 2, 3].map((at) => call({ called_at: minutesAfterNoon(at) })))
  await sweepCallCounts(db, { oldest: minutesAfterNoon(1), rows: 1000 })
  expect(await count('minute')).toHaveLength(3)
  await sweepCallCounts(db, { oldest: NOON, rows: 1 })
  expect(await count('minute')).toMatchObject([
    { group: '2026-05-04T12:02:00Z' },
    { group: '2026-05-04T12:03:00Z' },
  ])
})
