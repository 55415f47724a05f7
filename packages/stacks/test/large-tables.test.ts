import { type Database, inTransaction } from '@quartermaster/db'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Column } from '../src/columns/column.ts'
import { getColumn } from '../src/columns/find-column.ts'
import { countRows, type RowsRequest, readRows } from '../src/queries/rows/read-rows.ts'
import { deleteStack } from '../src/queries/tables/stacks.ts'
import { deleteTable } from '../src/queries/tables/tables.ts'
import {
  expectSamePages,
  expectSortIndexesMatchRows,
  type IndexedTable,
  openIndexedTable,
  TINY,
} from './sort-index-fixture.ts'

const lines = (first: number, last: number) =>
  Array.from({ length: last - first }, (_, index) => {
    const row = first + index
    return `d${row},Vendor ${row % 4},${(row * 7) % 100},${row % 3 === 0 ? '' : `note ${row}`}\n`
  }).join('')

async function openLarge(rows: number) {
  const workspace = await openIndexedTable(rows)
  await workspace.importLines(`Document,vendor,amount,note\n${lines(0, rows)}`)
  const column = async (name: string) => getColumn(await workspace.table(), name)
  return { ...workspace, column }
}

/** Compares all columns in both directions. */
async function expectSameTable({ db, table }: IndexedTable) {
  const known = await table()
  for (const sortBy of known.columns) {
    for (const descending of [false, true]) {
      await expectSamePages(db, known, { sortBy, descending, limit: 5 })
    }
  }
}

describe('a sort index', () => {
  test('is built for a large table when rows are first sorted by the column', async () => {
    const workspace = await openLarge(TINY.large + 1)
    const { ids, remove, read, column, table } = workspace
    const sortBy = await column('amount')
    await remove(ids[0] ?? '')
    await read({ sortBy })
    expect((await table()).sortIndexes).toEqual({})
    const { add, call } = workspace
    await add(ids[0] ?? '')
    await call('save_table_row', { document_id: 'd0', amount: '5' })
    await read({ sortBy })
    expect((await table()).sortIndexes).toEqual({
      [sortBy.id]: { id: expect.any(Number), filledTo: expect.any(Number), isComplete: true },
    })
    await expectSortIndexesMatchRows(workspace)
    await expectSameTable(workspace)
  })

  test('is built for a rare value, but not for a common one', async () => {
    const { db, table, call, column, read } = await openLarge(25)
    const vendor = await column('vendor')
    const find = (value: string): RowsRequest => ({
      conditions: [{ column: vendor, operator: 'equals', value }],
    })
    await call('save_table_row', { document_id: 'd24', vendor: 'Rare' })
    expect((await read({ ...find('Vendor 1'), limit: 1 })).rows).toHaveLength(1)
    expect((await table()).sortIndexes).toEqual({})
    expect((await read(find('Rare'))).rows).toMatchObject([{ filename: 'd24.pdf' }])
    expect((await table()).sortIndexes).toMatchObject({ [vendor.id]: { isComplete: true } })
    for (const value of ['Rare', 'Vendor 1', 'Nobody']) {
      await expectSamePages(db, await table(), { ...find(value), limit: 1 })
    }
  })

  test('is built once when many readers ask for it at the same time', async () => {
    const workspace = await openLarge(30)
    const sortBy = await workspace.column('note')
    const pages = await Promise.all(Array.from({ length: 8 }, () => workspace.read({ sortBy })))
    for (const page of pages) expect(page).toEqual(pages[0])
    const { sortIndexes } = await workspace.table()
    expect(sortIndexes).toMatchObject({ [sortBy.id]: { isComplete: true } })
    await expectSortIndexesMatchRows(workspace)
    const { rows } = await sql`
      select from stack_sort_keys where sort_index_id = ${sortIndexes[sortBy.id]?.id}`.execute(
      workspace.db,
    )
    expect(rows).toHaveLength(30)
  })

  test('is correct when it was built during concurrent writes', async () => {
    const workspace = await openLarge(40)
    const { call, importLines, ids, remove, table, read, buildAllSortIndexes } = workspace
    const write = async (writer: number) => {
      for (let round = 0; round < 8; round++) {
        const document_id = `d${(writer * 7 + round) % 30}`
        await call('update_table_row', { document_id, updates: { amount: `${round}` } })
        await call('save_table_row', { document_id, vendor: `Vendor ${round}`, note: 'new' })
      }
      const bulk = { column: 'vendor', match_value: `Vendor ${writer}`, new_value: 'Bulk' }
      await call('bulk_update_rows', bulk)
    }
    const sort = async () => {
      for (const sortBy of (await table()).columns) await read({ sortBy })
    }
    await Promise.all([
      ...[0, 1, 2, 3].map(write),
      ...[0, 1].map(sort),
      buildAllSortIndexes(),
      importLines(`Document,vendor,amount,note\n${lines(30, 36)}`),
      remove(ids[38] ?? ''),
    ])
    await buildAllSortIndexes()
    await expectSortIndexesMatchRows(workspace)
    await expectSameTable(workspace)
  })

  test('that is half built is maintained, and finished by the next reader', async () => {
    const workspace = await openLarge(20)
    const { db, T, call, importLines, ids, remove, column, table } = workspace
    await workspace.buildAllSortIndexes()
    const { id: amount } = await column('amount')
    const { rows } = await sql<{ position: number }>`
      with half as (
        select position from stack_table_rows where table_id = ${T}::uuid
        order by position offset 9 limit 1
      ), removed as (
        delete from stack_sort_keys s using stack_sort_indexes i, half
        where i.table_id = ${T}::uuid and i.column_id = ${amount}::text
          and s.sort_index_id = i.id and s.position > half.position
      )
      update stack_sort_indexes set filled_to = half.position, is_complete = false
      from half where table_id = ${T}::uuid and column_id = ${amount}::text
      returning position`.execute(db)
    expect((await table()).sortIndexes[amount]?.filledTo).toBe(rows[0]?.position)
    await expectSortIndexesMatchRows(workspace)
    await importLines(`Document,amount\nd3,33\nd4,44\nd15,55\nd16,66\n`)
    await call('bulk_update_rows', { column: 'amount', match_value: '33', new_value: '34' })
    await remove(ids[5] ?? '')
    await remove(ids[17] ?? '')
    await expectSortIndexesMatchRows(workspace)
    await workspace.buildAllSortIndexes()
    expect((await table()).sortIndexes[amount]?.isComplete).toBe(true)
    await expectSortIndexesMatchRows(workspace)
    await expectSameTable(workspace)
  })

  test('does not wait for a long import: the rows are sorted without it', async () => {
    const workspace = await openLarge(10)
    const { db, T, read, column, table, importLines } = workspace
    const sortBy = await column('amount')
    await inTransaction(db, 10_000, async (trx) => {
      await sql`select from stack_tables where id = ${T}::uuid for key share`.execute(trx)
      const { rows } = await read({ sortBy, descending: true, limit: 1 })
      expect(rows).toMatchObject([{ row_data: { amount: 63 } }])
      expect((await table()).sortIndexes).toEqual({})
      expect(await countRows(db, await table(), {}, TINY)).toBe(10)
    })
    await importLines('Document,amount\nd0,1000\n')
    const { rows } = await read({ sortBy, descending: true, limit: 1 })
    expect(rows).toMatchObject([{ row_data: { amount: 1000 } }])
    expect(Object.keys((await table()).sortIndexes)).toEqual([sortBy.id])
  })

  test('is not built when the table already has sixteen', async () => {
    const workspace = await openLarge(6)
    const columns = Array.from({ length: 17 }, (_, index) => ({ name: `column ${index}` }))
    await workspace.call('define_columns', { columns })
    await workspace.buildAllSortIndexes()
    const { sortIndexes } = await workspace.table()
    expect(Object.keys(sortIndexes)).toHaveLength(16)
    await expectSameTable(workspace)
  })

  test('is deleted with its rows, its table and its stack', async () => {
    const workspace = await openLarge(12)
    const { db, workspaceId, ids, S, T, buildAllSortIndexes, table } = workspace
    await buildAllSortIndexes()
    const indexIds = Object.values((await table()).sortIndexes).map(({ id }) => id)
    const left = async () => {
      const { rows } = await sql<{ keys: number; counts: number }>`
        select (select count(*) from stack_sort_keys where sort_index_id = any(${indexIds}::integer[])) as keys,
          (select count(*) from stack_row_counts where table_id = ${T}::uuid) as counts`.execute(db)
      return rows[0]
    }
    // `removeDocument` would empty the row first.
    await db
      .deleteFrom('documents')
      .where('id', '=', ids[0] ?? '')
      .execute()
    await expectSortIndexesMatchRows(workspace)
    expect((await left())?.keys).toBe(33)
    await deleteTable(db, workspaceId, T)
    expect(await left()).toEqual({ keys: 0, counts: 0 })

    const other = await openLarge(12)
    await other.buildAllSortIndexes()
    const of = await other.table()
    await deleteStack(db, other.workspaceId, other.S)
    const { rows } = await sql`
      select from stack_sort_keys
      where sort_index_id = any(${Object.values(of.sortIndexes).map(({ id }) => id)}::integer[])`.execute(
      db,
    )
    expect(rows).toEqual([])
    await deleteStack(db, workspaceId, S)
  })
})

test('the row count stays correct under concurrent writers', async () => {
  const workspace = await openLarge(8)
  const { db, T, document, add, call, table, buildAllSortIndexes } = workspace
  await buildAllSortIndexes()
  const names = Array.from({ length: 150 }, (_, index) => `more ${index}.pdf`)
  for (const name of names) await add(await document(name))
  await Promise.all(
    names.map((document_id) => call('save_table_row', { document_id, vendor: 'More' })),
  )
  await expectSortIndexesMatchRows(workspace)
  expect(await countRows(db, await table())).toBe(158)
  const { rows } = await sql`
    select from stack_row_counts where table_id = ${T}::uuid`.execute(db)
  expect(rows.length).toBeLessThan(120)
})

/** The number of rows, keys and documents that PostgreSQL read. */
function rowsReadBy(db: Database, work: (trx: Database) => Promise<unknown>): Promise<number> {
  return inTransaction(db, 60_000, async (trx) => {
    const soFar = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read
        from pg_stat_xact_user_tables where relname ~ '^(stack_|documents)'`.execute(trx)
      return rows[0]?.read ?? 0
    }
    const before = await soFar()
    await work(trx)
    return (await soFar()) - before
  })
}

test('a page of a table with 30,000 rows, sorted or filtered by a rare value, reads few rows', async () => {
  const workspace = await openIndexedTable(0)
  const { db, workspaceId, S, T, call, toolsOf, table } = workspace
  const seed = sql`
    with created as (
      insert into documents (workspace_id, filename, created_at, updated_at)
      select ${workspaceId}::uuid, 'invoice_' || i || '.pdf', now(), now()
      from generate_series(1, 30000) i returning id
    ), numbered as (
      select id, row_number() over () as n from created
    ), placed as (
      insert into stack_documents (stack_id, document_id, workspace_id, added_at)
      select ${S}::uuid, id, ${workspaceId}::uuid, now() from created
    )
    insert into stack_table_rows
      (table_id, document_id, workspace_id, cells, version, revision_id, state, updated_at)
    select ${T}::uuid, id, ${workspaceId}::uuid, jsonb_build_object(
        'c1', jsonb_build_object('v', case n when 29000 then 'Rare' else 'Vendor ' || n % 10 end),
        'c2', jsonb_build_object('v', n * 7919 % 30011)),
      1, 0, 0, now()
    from numbered`
  await inTransaction(db, 300_000, (trx) => seed.execute(trx))
  const tools = await toolsOf(T)
  const largest = { sort_by: 'amount', descending: true, limit: 50, count: true }
  const rare = { filters: [{ column: 'vendor', value: 'Rare' }], count: true }
  const asked = [await call('read_rows', largest), await call('read_rows', rare)]
  expect(asked[0]).toMatchObject({ total: 30_000, rows: { length: 50 } })
  expect(asked[0].rows[0].row_data.amount).toBe(30_010)
  expect(asked[1]).toMatchObject({ total: 1, rows: { length: 1 } })
  expect(await call('read_rows', largest)).toEqual(asked[0])
  // The sort indexes are part of the cached tools.
  const now = await toolsOf(T)
  expect(now).not.toBe(tools)
  expect(await toolsOf(T)).toBe(now)

  const known = await table()
  const [vendor, amount] = known.columns
  if (vendor === undefined || amount === undefined) throw new Error('The columns are gone')
  const middle = ({ id }: Column) =>
    Buffer.from(JSON.stringify(['0', '0', '15000', '', `${id} asc`])).toString('base64url')
  const ofVendor = (value: string): RowsRequest => ({
    conditions: [{ column: vendor, operator: 'equals', value }],
  })
  const requests: RowsRequest[] = [
    { sortBy: amount },
    { sortBy: amount, descending: true },
    { sortBy: amount, cursor: middle(amount) },
    { sortBy: vendor, cursor: middle(vendor) },
    ofVendor('Rare'),
    ofVendor('Nobody'),
    { ...ofVendor('Rare'), sortBy: amount },
  ]
  for (const request of requests) {
    const read = await rowsReadBy(db, (trx) => readRows(trx, known, { limit: 50, ...request }))
    expect([request, read < 200]).toEqual([request, true])
  }
  expect(await rowsReadBy(db, (trx) => countRows(trx, known))).toBeLessThan(10)
  const common = { ...ofVendor('Vendor 7'), sortBy: amount, limit: 50 }
  expect(await rowsReadBy(db, (trx) => readRows(trx, known, common))).toBeLessThan(10_000)
}, 60_000)
