import { inTransaction } from '@quartermaster/db'
import { callerOf } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { readHistory } from '../src/queries/history/read-history.ts'
import { type RowSave, saveRows } from '../src/queries/rows/save-rows.ts'
import { getTable } from '../src/queries/tables/tables.ts'
import { saveTogether, toRowSave } from '../src/tools/replace-row.ts'
import { openTable } from './test-workspace.ts'

async function openSaves() {
  const workspace = await openTable()
  const { db, workspaceId, otherWorkspaceId, on, T, TV, now } = workspace
  await on(
    TV,
    'define_columns',
    { columns: [{ name: 'vendor' }] },
    { workspaceId: otherWorkspaceId },
  )
  const table = await getTable(db, workspaceId, T)
  const foreign = await getTable(db, otherWorkspaceId, TV)
  const save = (document: string, vendor: string, of = table): RowSave => {
    const caller = callerOf(of.workspaceId)
    const row = { document, values: { vendor }, scores: {}, action: 'save_table_row' }
    return toRowSave(of, row, { caller, now: now() })
  }
  const saveAll = (saves: readonly RowSave[]) =>
    inTransaction(db, 10_000, (trx) => saveRows(trx, saves))
  return { ...workspace, table, foreign, save, saveAll }
}

test('rows of several tables and workspaces are saved together, each with its own result', async () => {
  const { save, saveAll, rows, on, foreign, table, D1, D2, D9, DV, TV, otherWorkspaceId } =
    await openSaves()
  const stale = { ...table, version: table.version - 1 }
  const results = await saveAll([
    save(D1, 'One'),
    save(DV, 'Foreign', foreign),
    save(D9, 'In no stack of the table'),
    save('invoice_feb', 'By name'),
    save('invoice_march.pdf', 'For other columns', stale),
    save(DV, 'Of another workspace'),
    save('nowhere.pdf', 'Unknown'),
  ])
  expect(results.map(({ document_id }) => document_id)).toEqual([
    D1,
    DV,
    null,
    D2,
    null,
    null,
    null,
  ])
  expect(results.map(({ is_current }) => is_current)).toEqual([
    true,
    true,
    true,
    true,
    false,
    true,
    true,
  ])
  expect((await rows()).map(({ row_data }) => row_data.vendor)).toEqual(['One', 'By name'])
  const foreignRows = await on(TV, 'read_rows', {}, { workspaceId: otherWorkspaceId })
  expect(foreignRows.rows).toMatchObject([{ document_id: DV, row_data: { vendor: 'Foreign' } }])
})

test('saves of the same document, by its id and by its names, take effect in their order', async () => {
  const { save, saveAll, rows, db, table, D1, D2 } = await openSaves()
  const results = await saveAll([
    save(D1, 'first'),
    save(D1.toUpperCase(), 'second'),
    save(D2, 'other'),
    save(D1, 'third'),
  ])
  expect(results.map(({ version }) => version)).toEqual([1, 2, 1, 3])
  const named = await saveAll([save('invoice_jan', 'fourth'), save('invoice_jan.pdf', 'fifth')])
  expect(named.map(({ version }) => version)).toEqual([4, 5])
  expect((await rows()).map(({ row_data }) => row_data.vendor).toSorted()).toEqual([
    'fifth',
    'other',
  ])
  const { rows: entries } = await readHistory(db, table, { documentId: D1 })
  expect(entries.map((entry) => entry.new)).toEqual(
    ['fifth', 'fourth', 'third', 'second', 'first'].map((vendor) => ({ vendor })),
  )
})

test('each save of a batch can be undone by itself', async () => {
  const { save, saveAll, rows, call, D1, D2 } = await openSaves()
  const saves = [save(D1, 'One'), save(D2, 'Two')]
  await saveAll(saves)
  await call('undo_change', { undo_token: saves[0]?.revision.token })
  expect((await rows()).map(({ row_data }) => row_data.vendor)).toEqual(['Two'])
})

test('a save that is refused does not affect the others of its batch', async () => {
  const { save, db, rows, D1 } = await openSaves()
  const saves = [save(D1, 'One'), save('nowhere.pdf', 'Unknown')]
  const outcomes = await inTransaction(db, 10_000, (trx) => saveTogether.run(saves, { db: trx }))
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: { document_id: D1, version: 1 } },
    { status: 'rejected', reason: { code: 'not_found' } },
  ])
  expect(await rows()).toHaveLength(1)
})
