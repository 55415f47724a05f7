import { eventually, freshDatabase } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCallLog } from '../src/http/call-log-buffer.ts'
import { loggedCalls } from '../src/queries/call-log/logged-calls.ts'
import type { ToolCall } from '../src/queries/call-log/tool-call.ts'

// MAX_WAITING batches of BATCH rows are kept while the database does not take them.
const KEPT_ROWS = 20_000

const call = (request_id: string): ToolCall => ({
  workspace_id: null,
  agent: null,
  key_id: null,
  tool: 'get_context',
  path: '/v1/tools/get_context',
  request_id,
  trace_id: null,
  status: 401,
  code: 'unauthorized',
  error: 'No key was sent.',
  suggestion: null,
  answer: null,
  milliseconds: 0.25,
  request_bytes: 2,
  response_bytes: 90,
  arguments: '{}',
  replayed: false,
  called_at: new Date('2026-05-04T12:00:00Z'),
})

async function openLog() {
  const { db } = await freshDatabase()
  const outage = { failures: 0, dropped: 0 }
  const log = openCallLog({
    db,
    onError: (_error, dropped) => {
      outage.failures++
      outage.dropped += dropped
    },
  })
  const ids = async () => {
    const rows = await loggedCalls(db).select('request_id').orderBy('id').execute()
    return rows.map(({ request_id }) => request_id)
  }
  const begin = () => sql`alter table call_log_segments rename to unreachable_segments`.execute(db)
  const end = () => sql`alter table unreachable_segments rename to call_log_segments`.execute(db)
  return { log, outage, ids, begin, end }
}

test('calls that the database does not take are written when it takes them again, in their order', async () => {
  const { log, outage, ids, begin, end } = await openLog()
  await begin()
  const expected = Array.from({ length: 1200 }, (_, at) => `call ${at}`)
  for (const id of expected) log.add(call(id))
  await log.flush()
  expect(outage).toEqual({ failures: 1, dropped: 0 })
  await end()
  // Nobody calls anything and nobody asks for the log: it retries by itself.
  await eventually(async () => expect(await ids()).toEqual(expected))
})

test('in a long outage the oldest calls are dropped, and counted', async () => {
  const { log, outage, ids, begin, end } = await openLog()
  await begin()
  const all = Array.from({ length: KEPT_ROWS + 3000 }, (_, at) => `call ${at}`)
  for (const id of all) log.add(call(id))
  await log.flush()
  await end()
  await log.flush()
  expect(await ids()).toEqual(all.slice(-KEPT_ROWS))
  expect(outage.dropped).toBe(all.length - KEPT_ROWS)
})
