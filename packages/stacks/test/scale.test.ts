import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inTransaction } from '@quartermaster/db'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportCsv } from '../src/csv/export-table.ts'
import { importCsv } from '../src/csv/import-csv.ts'
import { getTable } from '../src/queries/tables/tables.ts'
import { newRevision } from '../src/revision.ts'
import { type Answer, COLUMNS, openTestWorkspace } from './test-workspace.ts'

const ROWS = 100_000

/** A stack of `ROWS` documents, and a table without rows. */
async function openLarge() {
  const workspace = await openTestWorkspace()
  const { db, workspaceId } = workspace
  const stack = await workspace.stack([])
  const seed = sql`
    with created as (
      insert into documents (workspace_id, filename, created_at, updated_at)
      select ${workspaceId}::uuid, 'invoice_' || i || '.pdf', now(), now()
      from generate_series(1, ${ROWS}::integer) i returning id
    )
    insert into stack_documents (stack_id, document_id, workspace_id, added_at)
    select ${stack}::uuid, id, ${workspaceId}::uuid, now() from created`
  // The default statement timeout is meant for calls.
  await inTransaction(db, 300_000, (trx) => seed.execute(trx))
  const T = await workspace.table(stack)
  await workspace.call(T, 'define_columns', { columns: COLUMNS })
  const call = (name: string, input: object) => workspace.call(T, name, input)
  const count = async (vendor: string) => {
    const filters = [{ column: 'vendor', value: vendor }]
    return (await call('read_rows', { filters, count: true, limit: 1 })).total
  }
  return { ...workspace, T, call, count, table: () => getTable(db, workspaceId, T) }
}

function* lines() {
  yield 'Document,vendor,date,amount\n'
  for (let i = 1; i <= ROWS; i++) yield `invoice_${i}.pdf,Acme Corp,2024-01-15,"$${i}.00"\n`
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns a function that gives the highest rise of the heap in use, in MB. */
function watchMemory() {
  const inUse = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 1024 / 1024
  }
  const start = inUse()
  let highest = 0
  const timer = setInterval(() => {
    highest = Math.max(highest, inUse() - start)
  }, 250)
  return () => {
    clearInterval(timer)
    return highest
  }
}

test('100,000 rows are imported and exported in little memory, and a bulk update of all is undone', async () => {
  const { db, now, call, count, table } = await openLarge()
  const change = newRevision('import', { caller: { agent: 'Clerk' } as Answer, now: now() })
  const imported = watchMemory()
  const body = Readable.from(lines()).map((line: string) => Buffer.from(line))
  const report = await importCsv(db, await table(), body, change)
  const importMegabytes = imported()
  expect(report).toMatchObject({ imported: ROWS, warning_count: 0 })

  const exported = watchMemory()
  let characters = 0
  let seen = 0
  for await (const chunk of exportCsv(db, await table())) {
    characters += chunk.length
    seen += chunk.split('\r\n').length - 1
  }
  const exportMegabytes = exported()
  expect(seen).toBe(ROWS + 1)
  expect(characters).toBeGreaterThan(ROWS * 40)
  // All rows in memory would take some hundreds.
  expect(importMegabytes).toBeLessThan(30)
  expect(exportMegabytes).toBeLessThan(30)

  const bulk = { column: 'vendor', match_value: 'Acme Corp', new_value: 'Acme Inc' }
  const refused = call('bulk_update_rows', bulk)
  await expect(refused).rejects.toMatchObject({ code: 'conflict', details: { matched: ROWS } })
  const done = await call('bulk_update_rows', { ...bulk, expected_rows: ROWS })
  expect(done.message).toBe(`Updated ${ROWS} rows: vendor 'Acme Corp' → 'Acme Inc'`)
  expect(await count('Acme Inc')).toBe(ROWS)
  await call('undo_change', { undo_token: done.undo_token })
  expect(await count('Acme Corp')).toBe(ROWS)
}, 300_000)
