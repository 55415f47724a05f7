import { Readable } from 'node:stream'
import { type Database, inTransaction } from '@quartermaster/db'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { importCsv } from '../src/csv/import-csv.ts'
import { addDocuments, removeDocument } from '../src/queries/documents/stack-documents.ts'
import { countRows, type RowsRequest, readRows } from '../src/queries/rows/read-rows.ts'
import type { Bounds } from '../src/queries/sort-index/build-sort-index.ts'
import { getTable, type StackTable } from '../src/queries/tables/tables.ts'
import { newRevision } from '../src/revision.ts'
import { type Answer, openTestWorkspace } from './test-workspace.ts'

/** So small that a table of a few rows is a large one, and every way of reading is taken. */
export const TINY: Bounds = { large: 4, few: 3, walk: 9, batch: 4 }

const COLUMNS = [{ name: 'vendor' }, { name: 'amount', type: 'number' }, { name: 'note' }]

/** A stack of so many documents, a table with three columns, and all that can happen to its rows. */
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
  const change = (action: string) =>
    newRevision(action, { caller: { agent: 'Clerk' } as Answer, now: now() })
  const table = () => getTable(db, workspaceId, T)
  const read = async (request: RowsRequest) =>
    readRows(db, await table(), { limit: 2, ...request }, undefined, TINY)
  return {
    ...{ ...workspace, ids, S, T, call, change, table, read },
    importLines: async (csv: string) =>
      importCsv(db, await table(), Readable.from([Buffer.from(csv)]), change('import')),
    remove: (documentId: string) =>
      inTransaction(db, 10_000, (trx) =>
        removeDocument(trx, workspaceId, { stackId: S, documentId }, change('remove')),
      ),
    add: (documentId: string) => addDocuments(db, workspaceId, S, [documentId], now()),
    /** Has every column sorted by and the rows counted, so that all orders are there. */
    buildAllSortIndexes: async () => {
      for (const sortBy of (await table()).columns) await read({ sortBy })
      await countRows(db, await table(), {}, TINY)
    },
  }
}

export type Ordered = Awaited<ReturnType<typeof openIndexedTable>>

/** The table as if it had no orders. */
const withoutSortIndexes = (table: StackTable): StackTable => ({
  ...table,
  orders: {},
  isCounted: false,
})

const NEVER: Bounds = { large: 1e9, few: 0, walk: 1e9, batch: 1 }

/** Reads all pages by orders and without, each from the same place, and expects no difference. */
export async function expectSamePages(db: Database, table: StackTable, request: RowsRequest) {
  const plainTable = withoutSortIndexes(table)
  let cursor: string | undefined
  do {
    const page = { ...request, ...(cursor !== undefined && { cursor }) }
    const plain = await readRows(db, plainTable, page, undefined, NEVER)
    const ordered = await readRows(db, table, page, undefined, TINY)
    expect(ordered).toEqual(plain)
    cursor = plain.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(await countRows(db, table, request, TINY)).toBe(
    await countRows(db, plainTable, request, NEVER),
  )
}

/** Expects the orders to have just the keys of the rows, and the count to be theirs. */
export async function expectSortIndexesMatchRows({ db, table }: Pick<Ordered, 'db' | 'table'>) {
  const { id, orders, isCounted } = await table()
  const { rows: differences } = await sql`
    with kept as (
      select * from stack_sort_keys
      where order_id = any(${Object.values(orders).map((order) => order.id)}::integer[])
    ), due as (
      select (o.value -> 'id')::integer, k.rank, k.number, k.text, r.position
      from stack_table_rows r, jsonb_each(${JSON.stringify(orders)}::jsonb) o,
        sort_key(r.cells, o.key) k
      where r.table_id = ${id}::uuid and r.cells is not null
        and case o.value ->> 'filled' when 'true' then true
          else r.position <= (o.value -> 'filled')::bigint end
    )
    (table kept except table due) union all (table due except table kept)`.execute(db)
  expect(differences).toEqual([])
  const { rows } = await sql<{ kept: number; due: number }>`
    select coalesce((select sum(rows) from stack_row_counts where table_id = ${id}::uuid), 0)::bigint
        as kept,
      (select count(cells) from stack_table_rows where table_id = ${id}::uuid) as due`.execute(db)
  expect(rows[0]?.kept).toBe(isCounted ? rows[0]?.due : 0)
}
