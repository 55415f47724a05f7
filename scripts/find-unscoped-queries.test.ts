import { expect, test } from 'vitest'
import { findUnscopedQueries } from './find-unscoped-queries.ts'

const find = (text: string) => findUnscopedQueries(text, ['schedules', 'stack_tables'])

test.each([
  [
    "export function list(db: Database) {\n  return db.selectFrom('schedules').selectAll()\n}",
    'list',
  ],
  ['const count = (db: Database) => sql`select count(*) from schedules`.execute(db)', 'count'],
  [
    'async function* all(db: Database) {\n  yield sql`select 1 from a join stack_tables t on t.a = b`\n}',
    'all',
  ],
  [
    "/** Of a workspace. */\nexport const end = (db: Database) => db.deleteFrom('schedules')",
    'end',
  ],
])('a query without its workspace is found: %s', (text, name) => {
  expect(find(text)).toEqual([name])
})

test.each([
  [
    "const list = (db: Database, workspaceId: string) => db.selectFrom('schedules').where('id', '=', 1)",
  ],
  ['const all = (db: Database) => sql`select 1 from schedules where workspace_id = $1`'],
  ['const other = (db: Database) => sql`select 1 from schedules_of_something_else`'],
  ['// from schedules\nconst nothing = 1'],
])('others are not: %s', (text) => {
  expect(find(text)).toEqual([])
})
