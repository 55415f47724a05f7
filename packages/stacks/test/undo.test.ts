import { randomUUID } from 'node:crypto'
import { inTransaction } from '@quartermaster/db'
import { describe, expect, test } from 'vitest'
import { removeDocument } from '../src/queries/documents/stack-documents.ts'
import { readHistory } from '../src/queries/history/read-history.ts'
import { getTable } from '../src/queries/tables/tables.ts'
import { type Answer, openTable, refusal } from './test-workspace.ts'

async function openRows() {
  const workspace = await openTable()
  const { call, D1, D2, D3 } = workspace
  for (const document_id of [D1, D2, D3]) {
    await call('save_table_row', {
      document_id,
      vendor: 'Acme Corp',
      amount: '100',
      confidence_scores: { vendor: 0.7, amount: 0.9 },
    })
  }
  const bulk = () =>
    call('bulk_update_rows', { column: 'vendor', match_value: 'Acme Corp', new_value: 'Acme Inc' })
  const undo = ({ undo_token }: Answer) => call('undo_change', { undo_token })
  const content = async () =>
    (await workspace.rows()).map(({ row_data, confidence_scores }: Answer) => ({
      row_data,
      confidence_scores,
    }))
  const history = async () => {
    const table = await getTable(workspace.db, workspace.workspaceId, workspace.T)
    return (await readHistory(workspace.db, table)).rows
  }
  return { ...workspace, bulk, undo, content, history }
}

describe('undo_change', () => {
  test('undoes a whole bulk update with the confidences, and can itself be undone', async () => {
    const { bulk, undo, content } = await openRows()
    const before = await content()
    const done = await bulk()
    const after = await content()
    expect(after.map(({ row_data }) => row_data.vendor)).toEqual([
      'Acme Inc',
      'Acme Inc',
      'Acme Inc',
    ])
    expect(after[0]?.confidence_scores).toEqual({ amount: 0.9 })

    const undone = await undo(done)
    expect(undone).toMatchObject({ undone: 'bulk_update_rows', rows: 3 })
    expect(undone.message).toBe('Undid bulk_update_rows: 3 rows restored')
    expect(await content()).toEqual(before)

    await undo(undone)
    expect(await content()).toEqual(after)
    await undo(done)
    expect(await content()).toEqual(before)
  })

  test('is refused as a whole when one row has changed since', async () => {
    const { call, bulk, undo, content, D2 } = await openRows()
    const done = await bulk()
    await call('update_table_row', { document_id: D2, updates: { amount: '7' } }, { agent: 'Eve' })
    const before = await content()
    const error = await refusal(undo(done))
    expect(error).toMatchObject({
      code: 'conflict',
      message: 'It cannot be undone: 1 of its 3 rows has been changed since.',
      details: {
        changed_since: [{ document_id: D2, action: 'update_table_row', changed_by: 'Eve' }],
      },
    })
    expect(await content()).toEqual(before)
  })

  test('works backwards, call by call', async () => {
    const { call, undo, rows, row, D1 } = await openTable().then(withUndo)
    const first = await call('save_table_row', { document_id: D1, vendor: 'A' })
    const second = await call('update_table_row', { document_id: D1, updates: { vendor: 'B' } })
    const third = await call('save_table_row', { document_id: D1, amount: '5' })
    expect((await refusal(undo(first))).code).toBe('conflict')
    await undo(third)
    expect((await row(D1)).row_data).toEqual({ vendor: 'B', date: null, amount: null })
    await undo(second)
    const undone = await undo(first)
    expect(await rows()).toEqual([])

    // The undone row is absent, and can be restored.
    await undo(undone)
    expect((await row(D1)).row_data.vendor).toBe('A')
  })

  test('a call can be undone only once', async () => {
    const { bulk, undo } = await openRows()
    const done = await bulk()
    await undo(done)
    expect((await refusal(undo(done))).message).toContain('has already been undone')
  })

  test('undo, redo and undo again alternate correctly', async () => {
    const { call, undo, history, row, D1 } = await openRows()
    const updated = await call('update_table_row', { document_id: D1, updates: { vendor: 'B' } })
    let last = updated
    for (const vendor of ['Acme Corp', 'B', 'Acme Corp', 'B', 'Acme Corp']) {
      last = await undo(last)
      expect((await row(D1)).row_data.vendor).toBe(vendor)
      const entry = (await history()).find(({ undo_token }) => undo_token === updated.undo_token)
      expect(entry?.is_undone).toBe(vendor === 'Acme Corp')
    }
    expect((await refusal(undo(updated))).message).toContain('has already been undone')
  })

  test('names the reason when a document is no longer in the stack', async () => {
    const { db, now, workspaceId, bulk, undo, S, D1 } = await openRows()
    const done = await bulk()
    const change = {
      token: randomUUID(),
      action: 'remove_document',
      by: 'A',
      at: now(),
      note: null,
    }
    await inTransaction(db, 30_000, (trx) =>
      removeDocument(trx, workspaceId, { stack: S, document: D1 }, change),
    )
    expect((await refusal(undo(done))).message).toBe(
      'It cannot be undone: 1 of its 3 rows belong to documents that are no longer in the stack.',
    )
  })

  test('a row that was saved again after an undo stays', async () => {
    const { call, undo, row, D1 } = await openTable().then(withUndo)
    const first = await call('save_table_row', { document_id: D1, vendor: 'A' })
    const undone = await undo(first)
    await call('save_table_row', { document_id: D1, vendor: 'B' })
    expect((await refusal(undo(undone))).code).toBe('conflict')
    expect(await row(D1)).toMatchObject({ row_data: { vendor: 'B' }, version: 3 })
  })

  test('restores columns with their data and the types of the cells', async () => {
    const { call, undo, content, rows } = await openRows()
    const before = await content()
    const dropped = await call('define_columns', {
      columns: [
        { name: 'total', renamed_from: 'amount', type: 'text' },
        { name: 'vendor', type: 'number' },
      ],
    })
    expect((await rows())[0].row_data).toEqual({ total: '100', vendor: 'Acme Corp' })
    expect(await undo(dropped)).toMatchObject({ schema_version: 3, rows: 3 })
    expect(await content()).toEqual(before)
  })

  test('columns are not restored when the table was changed since', async () => {
    const { call, undo, D1 } = await openRows()
    const defined = await call('define_columns', { columns: [{ name: 'vendor' }, { name: 'tax' }] })
    const saved = await call('save_table_row', { document_id: D1, vendor: 'A', tax: '1' })
    const error = await refusal(undo(defined))
    expect(error.message).toContain('save_table_row by Clerk')
    await undo(saved)
    await undo(defined)
  })

  test('rows are not restored when a column has another type since', async () => {
    const { call, bulk, undo } = await openRows()
    const done = await bulk()
    const retyped = await call('define_columns', {
      columns: [
        { name: 'vendor', type: 'number' },
        { name: 'amount', type: 'number' },
      ],
    })
    expect((await refusal(undo(done))).message).toContain('types of the columns')
    await undo(retyped)
    await undo(done)
  })

  test('an unknown token, one of another table and an invalid one get the same error', async () => {
    const { on, bulk, table, S } = await openRows()
    const { undo_token } = await bulk()
    const other = await table(S)
    for (const token of [undo_token, crypto.randomUUID(), 'nonsense', 'a\0b']) {
      const error = await refusal(on(other, 'undo_change', { undo_token: token }))
      expect(error.code).toBe('not_found')
    }
  })

  test('undoes sources and completion', async () => {
    const { call, undo, row, history, D1, T, db, workspaceId } = await openRows()
    const sources = { vendor: { page: 2, quote: 'Acme\0 Corp' } }
    const cited = await call('save_cell_sources', { document_id: D1, sources })
    expect((await row(D1)).sources).toEqual(sources)
    expect((await history())[0]).toMatchObject({
      old: { vendor: 'Acme Corp' },
      new: { vendor: 'Acme Corp' },
      old_sources: {},
      new_sources: sources,
    })
    await undo(cited)
    expect((await row(D1)).sources).toEqual({})
    const completed = await call('complete_table')
    expect((await getTable(db, workspaceId, T)).completedBy).toBe('Clerk')
    await undo(completed)
    expect((await getTable(db, workspaceId, T)).completedAt).toBeNull()
  })
})

const withUndo = (workspace: Awaited<ReturnType<typeof openTable>>) => ({
  ...workspace,
  undo: ({ undo_token }: Answer) => workspace.call('undo_change', { undo_token }),
})

describe('the history', () => {
  test('has every change with its old and new values, its agent and its time', async () => {
    const { call, bulk, undo, history, D1 } = await openRows()
    await call(
      'update_table_row',
      { document_id: D1, updates: { amount: '7', date: '2024' } },
      { agent: 'Eve' },
    )
    const done = await bulk()
    await undo(done)
    const entries = await history()
    expect(entries.map(({ action }) => action)).toEqual([
      'undo_change',
      'undo_change',
      'undo_change',
      'bulk_update_rows',
      'bulk_update_rows',
      'bulk_update_rows',
      'update_table_row',
      'save_table_row',
      'save_table_row',
      'save_table_row',
      'define_columns',
    ])
    expect(entries[6]).toMatchObject({
      document_id: D1,
      version: 2,
      old: { amount: 100 },
      new: { amount: 7, date: '2024' },
      old_confidence_scores: { amount: 0.9 },
      changed_by: 'Eve',
      changed_at: expect.any(Date),
      is_undone: false,
    })
    expect(entries[3]).toMatchObject({
      undo_token: done.undo_token,
      old: { vendor: 'Acme Corp' },
      new: { vendor: 'Acme Inc' },
      is_undone: true,
    })
    expect(entries[0]).toMatchObject({ old: { vendor: 'Acme Inc' }, new: { vendor: 'Acme Corp' } })
    expect(entries[9]).toMatchObject({ old: null, new: { vendor: 'Acme Corp', amount: 100 } })
    expect(entries[10]).toMatchObject({
      document_id: null,
      old: { columns: [] },
      new: { columns: [{ name: 'vendor', type: 'text' }, { name: 'date' }, { name: 'amount' }] },
    })
  })

  test('keeps the values of a dropped column, and is paged', async () => {
    const { call, db, workspaceId, T } = await openRows()
    await call('define_columns', { columns: [{ name: 'date' }] })
    const table = await getTable(db, workspaceId, T)
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await readHistory(db, table, { limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.rows)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(5)
    expect(JSON.stringify(seen)).toContain('"vendor":"Acme Corp"')
  })
})
