import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate, openDatabase } from '@quartermaster/db'
import { databaseForTest } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readHistory } from '../src/queries/history/read-history.ts'
import { countRows, readRows } from '../src/queries/rows/read-rows.ts'
import { getTable } from '../src/queries/tables/tables.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** A database as it was before the migration of that name. */
async function databaseBefore(name: string) {
  const server = await databaseForTest()
  const database = `upgrade_${process.pid}`
  await sql.raw(`create database ${database} template template0`).execute(server.db)
  const url = new URL(server.url)
  url.pathname = `/${database}`
  const { db, close } = openDatabase({ url: String(url), maxConnections: 2 })
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-migrations-'))
  onTestFinished(async () => {
    await close()
    await sql.raw(`drop database ${database} with (force)`).execute(server.db)
    await rm(folder, { recursive: true })
  })
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).toSorted()
  const earlier = files.slice(
    0,
    files.findIndex((file) => file.endsWith(`_${name}.sql`)),
  )
  for (const file of earlier) await copyFile(join(MIGRATIONS, file), join(folder, file))
  await migrate(db, { folder })
  return db
}

// In the earlier encoding of NUL, and of a character that the encoding itself uses.
const OLD_TEXT = 'a\u{10f000}b\u{10f001}\u{10f800}'
const TEXT = 'a\0b\u{10f800}'

test('tables of an earlier version keep their rows, history, sort indexes and names', async () => {
  const db = await databaseBefore('stack_revisions')
  const ids = await sql<{ workspace: string; stack: string; first: string; second: string }>`
    with workspace as (
      insert into workspaces (name) values ('w') returning id
    ), stack as (
      insert into stacks (workspace_id, name, created_at, updated_at)
      select id, 'S', now(), now() from workspace returning id, workspace_id
    ), document as (
      insert into documents (workspace_id, filename, text, created_at, updated_at)
      select id, 'd.pdf', ${OLD_TEXT}, now(), now() from workspace returning id
    ), place as (
      insert into stack_documents (stack_id, document_id, workspace_id, added_at)
      select stack.id, document.id, stack.workspace_id, now() from stack, document
    ), tables as (
      insert into stack_tables (workspace_id, stack_id, name, mode, columns, columns_version,
        columns_made, orders, is_counted, created_at, updated_at)
      select stack.workspace_id, stack.id, 'Same', 'auto',
        '[{"id":"c1","key":"vendor","name":"vendor","type":"text"}]', 1, 1, orders, true,
        now() + n * interval '1 second', now()
      from stack, (values (1, '{"c1":{"id":7,"filled":true}}'::jsonb),
        (2, '{"c1":{"id":8,"filled":5}}')) as given (n, orders)
      returning id, workspace_id, created_at
    ), numbered as (
      select *, row_number() over (order by created_at) as n from tables
    ), change as (
      insert into stack_changes (token, workspace_id, table_id, action, columns_version,
        changed_by, changed_at)
      select gen_random_uuid(), workspace_id, id, 'save_table_row', 1, 'Clerk', now()
      from numbered where n = 1 returning id, table_id, workspace_id
    ), saved as (
      insert into stack_table_rows
        (table_id, document_id, workspace_id, cells, version, change_id, state, updated_at)
      select change.table_id, document.id, change.workspace_id,
        jsonb_build_object('c1', jsonb_build_object('v', ${OLD_TEXT}::text)), 1, change.id,
        change.id, now()
      from change, document
    )
    select (select id from workspace) as workspace, (select id from stack) as stack,
      (select id from numbered where n = 1) as first,
      (select id from numbered where n = 2) as second`.execute(db)
  const { workspace = '', first = '', second = '' } = ids.rows[0] ?? {}

  await migrate(db)
  const table = await getTable(db, workspace, 'Same')
  expect(table).toMatchObject({
    id: first,
    lastColumnNumber: 1,
    // Its keys had the earlier encoding, so that it is built again.
    sortIndexes: { c1: { id: 7, isComplete: false, filledTo: 0 } },
  })
  expect(await getTable(db, workspace, 'Same (2)')).toMatchObject({
    id: second,
    sortIndexes: { c1: { id: 8, isComplete: false, filledTo: 5 } },
  })

  const [vendor] = table.columns
  if (vendor === undefined) throw new Error('The column is missing')
  const conditions = [{ column: vendor, operator: 'equals' as const, value: TEXT }]
  const { rows } = await readRows(db, table, { conditions })
  expect(rows).toMatchObject([{ row_data: { vendor: TEXT }, version: 1 }])
  expect(await countRows(db, table)).toBe(1)
  const history = await readHistory(db, table)
  expect(history.rows).toMatchObject([{ action: 'save_table_row', new: { vendor: TEXT } }])
})
