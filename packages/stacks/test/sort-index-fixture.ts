import { Readable } from 'node:stream'
import { type Database, inTransaction } from '@quartermaster/db'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { importCsv } from '../src/csv/import-csv.ts'
import { addDocuments, removeDocument } from '../src/queries/documents/stack-documents.ts'
import { countRows, type RowsRequest, readRows } from '../src/queries/rows/read-rows.ts'
import type { Thresholds } from '../src/queries/sort-index/build-sort-index.ts'
import { getTable, type StackTable } from '../src/queries/tables/tables.ts'
import { newRevision } from '../src/revision.ts'
import { type Answer, openTestWorkspace } from './test-workspace.ts'

/** So small that a table of a few rows counts as large, and every strategy is used. */
export const TINY: Thresholds = { large: 4, few: 3, scan: 9, batch: 4 }

const COLUMNS = [{ name: 'vendor' }, { name: 'amount', type: 'number' }, { name: 'note' }]

/** A stack of documents, a table with three columns, and functions that change its rows. */
export async function openIndexedTable(documents: number) {
  const workspace = await openTestWorkspace()
  const { db, workspaceId, now } = workspace
  const ids: string[] = []
  for (let index = 0; index < documents; index++)
    ids.push(await workspace.document(`d${index}.pdf`))
  const S = await workspace.stack(ids)
  const T = await workspace.table(S)
  const call = (name: string, input: object = {}) => workspace.call(T, name, input)
  await call('define_columns', { columns: COLUMNS })
  const revision = (action: string) =>
    newRevision(action, { caller: { agent: 'Clerk' } as Answer, now: now() })
  const table = () => getTable(db, workspaceId, T)
  const read = async (request: RowsRequest) =>
    readRows(db, await table(), { limit: 2, ...request }, undefined, TINY)
  return {
    ...workspace,
    ids,
    S,
    T,
    call,
    revision,
    table,
    read,
    importLines: async (csv: string) =>
      importCsv(db, await table(), Readable.from([Buffer.from(csv)]), revision('import')),
    remove: (documentId: string) =>
      inTransaction(db, 10_000, (trx) =>
        removeDocument(trx, workspaceId, { stack: S, document: documentId }, revision('remove')),
      ),
    add: (documentId: string) =>
      inTransaction(db, 10_000, (trx) => addDocuments(trx, workspaceId, S, [documentId], now())),
    /** Sorts by every column and counts the rows, so that all sort indexes and the count exist. */
    buildAllSortIndexes: async () => {
      for (const sortBy of (await table()).columns) await read({ sortBy })
      await countRows(db, await table(), {}, TINY)
    },
  }
}

export type IndexedTable = Awaited<ReturnType<typeof openIndexedTable>>

/** The table as if it had no sort indexes. */
const withoutSortIndexes = (table: StackTable): StackTable => ({
  ...table,
  sortIndexes: {},
  isCounted: false,
})

const NEVER: Thresholds = { large: 1e9, few: 0, scan: 1e9, batch: 1 }

/** Reads all pages with and without sort indexes and expects the same rows. */
export async function expectSamePages(db: Database, table: StackTable, request: RowsRequest) {
  const plainTable = withoutSortIndexes(table)
  let cursor: string | undefined
  do {
    const page = { ...request, ...(cursor !== undefined && { cursor }) }
    const plain = await readRows(db, plainTable, page, undefined, NEVER)
    const indexed = await readRows(db, table, page, undefined, TINY)
    expect(indexed).toEqual(plain)
    cursor = plain.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(await countRows(db, table, request, TINY)).toBe(
    await countRows(db, plainTable, request, NEVER),
  )
}

/** Expects the sort indexes to hold exactly the keys of the rows, and the stored count to match. */
export async function expectSortIndexesMatchRows({
  db,
  table,
}: Pick<IndexedTable, 'db' | 'table'>) {
  const { id, isCounted } = await table()
  const { rows: differences } = await sql`
    with stored as (
      select s.* from stack_sort_keys s join stack_sort_indexes i on i.id = s.sort_index_id
      where i.table_id = ${id}::uuid
    ), expected as (
      select i.id, k.rank, k.number, k.text, r.position
      from stack_table_rows r join stack_sort_indexes i on i.table_id = r.table_id,
        sort_key(r.cells, i.column_id) k
      where r.table_id = ${id}::uuid and r.cells is not null
        and (i.is_complete or r.position <= i.filled_to)
    )
    (table stored except table expected) union all (table expected except table stored)`.execute(db)
  expect(differences).toEqual([])
  const { rows } = await sql<{ stored: number; expected: number }>`
    select coalesce((select sum(rows) from stack_row_counts where table_id = ${id}::uuid), 0)::bigint
        as stored,
      (select count(cells) from stack_table_rows where table_id = ${id}::uuid) as expected`.execute(
    db,
  )
  expect(rows[0]?.stored).toBe(isCounted ? rows[0]?.expected : 0)
}
