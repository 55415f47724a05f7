import { freshDatabase } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  countToolCalls,
  findToolCall,
  listToolCalls,
} from '../src/queries/call-log/list-tool-calls.ts'
import { moveOlderRows } from '../src/queries/call-log/move-older-rows.ts'
import { PendingCalls, saveToolCalls } from '../src/queries/call-log/save-tool-calls.ts'
import { sweepToolCalls } from '../src/queries/call-log/sweep-tool-calls.ts'
import type { ToolCall } from '../src/queries/call-log/tool-call.ts'

const NOON = Date.parse('2026-05-04T12:00:00Z')
const EVERYTHING = { oldest: new Date(0), calls: 1_000_000 }

async function openLog() {
  const { db } = await freshDatabase()
  const createWorkspace = async (name: string) =>
    (await db.insertInto('workspaces').values({ name }).returning('id').executeTakeFirstOrThrow())
      .id
  const [mine, other] = [await createWorkspace('Mine'), await createWorkspace('Other')]
  /** The call with this number, a second after the one before. */
  const call = (at: number, more: Partial<ToolCall> = {}): ToolCall => ({
    workspace_id: mine,
    agent: 'Ann',
    key_id: 'k',
    tool: 'get_context',
    path: '/v1/tools/get_context',
    request_id: `call ${at}`,
    trace_id: null,
    status: 200,
    code: null,
    error: null,
    suggestion: null,
    answer: '{"success":true}',
    milliseconds: 10,
    request_bytes: 3,
    response_bytes: 5,
    arguments: '{"text":"ü\\"\\\\"}',
    replayed: false,
    called_at: new Date(NOON + at * 1000),
    ...more,
  })
  const pending = new PendingCalls()
  const save = async (calls: readonly ToolCall[]) => {
    for (const each of calls) pending.add(each)
    await saveToolCalls(db, pending)
    pending.clear()
  }
  /** The request ids of a list, read page by page. */
  const idsOf = async (request: Parameters<typeof listToolCalls>[2] = {}, workspace = mine) => {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page = await listToolCalls(db, workspace, { ...request, ...(cursor && { cursor }) })
      ids.push(...page.rows.map(({ request_id }) => request_id))
      cursor = page.nextCursor
    } while (cursor !== null)
    return ids
  }
  const count = (request: Parameters<typeof listToolCalls>[2] = {}) =>
    countToolCalls(db, mine, request)
  return { db, mine, other, call, save, idsOf, count }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `call ${from + at}`)
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

test('a call is stored with everything that is known of it', async () => {
  const { db, mine, call, save } = await openLog()
  const failed = call(1, {
    agent: 'Ännchen',
    trace_id: 'a'.repeat(32),
    status: 404,
    code: 'not_found',
    error: 'There is no "key".\n',
    suggestion: 'Call list_context.',
    answer: null,
    replayed: true,
    milliseconds: 0.25,
  })
  await save([call(0), failed])
  const { rows } = await listToolCalls(db, mine, {})
  for (const [at, expected] of [failed, call(0)].entries()) {
    const { workspace_id: _, ...stored } = expected
    const { id } = rows[at] as { id: number }
    expect(await findToolCall(db, mine, id, {})).toEqual({ id, ...stored })
  }
})

test('pages of a list continue in the middle of a segment, in both directions', async () => {
  const { call, save, idsOf } = await openLog()
  await save(numbers(250).map((at) => call(at)))
  await save(numbers(30).map((at) => call(250 + at)))
  const all = range(0, 280)
  expect(await idsOf({ limit: 64 })).toEqual(all.toReversed())
  expect(await idsOf({ limit: 64, sortBy: 'called_at' })).toEqual(all)
  const slowest = { limit: 64, sortBy: 'milliseconds', descending: true }
  expect(await idsOf(slowest)).toEqual(all.toReversed())
})

test('lists show the calls of their workspace and their agent only, and totals count the same', async () => {
  const { call, save, idsOf, count, other } = await openLog()
  const agents = ['Ann', 'Ben', null]
  await save(
    numbers(150).flatMap((at) => [
      call(at, { agent: agents[at % 3] ?? null }),
      call(at, { workspace_id: other, request_id: `other ${at}` }),
      call(at, { workspace_id: null, agent: null, request_id: `nobody ${at}` }),
    ]),
  )
  expect(await idsOf()).toEqual(range(0, 150).toReversed())
  const ben = range(0, 150).filter((_, at) => at % 3 === 1)
  expect(await idsOf({ agent: 'Ben' })).toEqual(ben.toReversed())
  expect(await idsOf({ only: 'Ben', agent: 'Ann' })).toEqual([])
  expect(await count({ only: 'Ben' })).toBe(50)
  expect(await count()).toBe(150)
  expect(await count({ withoutWorkspace: true })).toBe(300)
})

test('a period begins and ends in the middle of segments', async () => {
  const { call, save, idsOf, count } = await openLog()
  await save(numbers(300).map((at) => call(at)))
  const period = { since: new Date(NOON + 50_000), until: new Date(NOON + 250_000) }
  expect(await idsOf(period)).toEqual(range(50, 250).toReversed())
  expect(await count(period)).toBe(200)
})

test('rows of versions without segments are moved to segments, before all newer calls', async () => {
  const { db, call, save, idsOf, mine } = await openLog()
  await save(numbers(3).map((at) => call(200 + at)))
  const rows = numbers(200).map((at) => call(at, at % 2 === 0 ? {} : { agent: null }))
  await db.insertInto('tool_calls').values(rows).execute()
  await moveOlderRows(db)
  expect(await idsOf()).toEqual(range(0, 203).toReversed())
  expect(await db.selectFrom('tool_calls').selectAll().execute()).toEqual([])
  const { rows: agents } = await sql`
    select distinct agents from call_log_segments where workspace_id = ${mine}::uuid`.execute(db)
  expect(agents).toEqual([{ agents: ['Ann'] }])
  const moved = (await listToolCalls(db, mine, { search: 'call 7' })).rows.at(-1)
  const { workspace_id: _, ...seventh } = rows[7] as ToolCall
  expect(await findToolCall(db, mine, moved?.id ?? 0, {})).toEqual({ id: moved?.id, ...seventh })
})

test('a sweep deletes segments that are too old, and those beyond the newest calls', async () => {
  const { db, call, save, idsOf } = await openLog()
  await save(numbers(400).map((at) => call(at)))
  await sweepToolCalls(db, EVERYTHING)
  expect(await idsOf()).toHaveLength(400)
  // The second segment ends with the call 199.
  await sweepToolCalls(db, { ...EVERYTHING, oldest: new Date(NOON + 199_000) })
  expect(await idsOf()).toEqual(range(100, 400).toReversed())
  await sweepToolCalls(db, { ...EVERYTHING, calls: 150 })
  expect(await idsOf()).toEqual(range(200, 400).toReversed())
})

test('the calls of a deleted workspace are deleted with it', async () => {
  const { db, call, save, idsOf, mine, other } = await openLog()
  await save([call(0), call(1, { workspace_id: other })])
  await db.deleteFrom('workspaces').where('id', '=', other).execute()
  expect(await idsOf({}, other)).toEqual([])
  expect(await idsOf({}, mine)).toEqual(['call 0'])
})
