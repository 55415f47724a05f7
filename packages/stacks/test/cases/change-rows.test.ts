import { describe, expect, test } from 'vitest'
import { type Answer, COLUMNS, openTable, refusal } from '../test-workspace.ts'

describe('update_table_row', () => {
  async function openRow() {
    const workspace = await openTable()
    await workspace.call('save_table_row', {
      document_id: workspace.D1,
      vendor: 'Acme Corp',
      date: '2024-01-15',
      amount: '1500',
      confidence_scores: { vendor: 0.4, date: 0.9 },
    })
    return workspace
  }

  test('T-17 only the named cell changes', async () => {
    const { call, row, D1 } = await openRow()
    const before = await row(D1)
    const answer = await call('update_table_row', {
      document_id: D1,
      updates: { vendor: 'Acme Inc' },
    })
    expect(answer.message).toBe(`Updated ['vendor'] for document ${D1}`)
    const after = await row(D1)
    expect(after.row_data).toEqual({ ...before.row_data, vendor: 'Acme Inc' })
    // The confidence belonged to the old value.
    expect(after.confidence_scores).toEqual({ date: 0.9 })
    expect(after.version).toBe(before.version + 1)
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
  })

  test('T-18 one unknown column refuses the whole update', async () => {
    const { call, row, D1 } = await openRow()
    const error = await refusal(
      call('update_table_row', { document_id: D1, updates: { vendor: 'X', vendr: 'Y' } }),
    )
    expect(error.message).toMatch(/vendr.*vendor, date, amount/)
    expect((await row(D1)).row_data.vendor).toBe('Acme Corp')
  })

  test('T-19 updating a missing row does not create it', async () => {
    const { call, row, D2 } = await openRow()
    const error = await refusal(
      call('update_table_row', { document_id: D2, updates: { vendor: 'X' } }),
    )
    expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining(D2) })
    expect(await row(D2)).toBeUndefined()
  })

  test('T-20 a cell is read by its type as in a save', async () => {
    const { call, row, D1 } = await openRow()
    await call('update_table_row', { document_id: D1, updates: { amount: '$2,000' } })
    expect((await row(D1)).row_data.amount).toBe(2000)
  })

  test('T-38 an empty update is refused', async () => {
    const { call, row, D1 } = await openRow()
    const before = await row(D1)
    const error = await refusal(call('update_table_row', { document_id: D1, updates: {} }))
    expect(error.message).toContain('no updates')
    expect(await row(D1)).toEqual(before)
  })
})

describe('bulk_update_rows', () => {
  async function openRows() {
    const workspace = await openTable()
    const fourth = await workspace.document('invoice_april.pdf')
    const stack = await workspace.stack([workspace.D1, workspace.D2, workspace.D3, fourth])
    const table = await workspace.table(stack)
    await workspace.on(table, 'define_columns', { columns: COLUMNS })
    const vendors = {
      [workspace.D1]: 'Acme Corp',
      [workspace.D2]: 'Acme Corp',
      [workspace.D3]: 'Acme Corp',
    }
    for (const [document_id, vendor] of Object.entries({ ...vendors, [fourth]: 'Acme' })) {
      await workspace.on(table, 'save_table_row', { document_id, vendor, amount: '100' })
    }
    const bulk = (input: object) => workspace.on(table, 'bulk_update_rows', input)
    const all = async () =>
      (await workspace.on(table, 'read_rows')).rows.map(({ row_data }: Answer) => row_data.vendor)
    return { ...workspace, table, bulk, all }
  }

  test('T-21 all rows with the value change, and no other', async () => {
    const { bulk, all } = await openRows()
    const answer = await bulk({ column: 'vendor', match_value: 'Acme Corp', new_value: 'Acme Inc' })
    expect(answer.message).toBe("Updated 3 rows: vendor 'Acme Corp' → 'Acme Inc'")
    expect(answer.updated).toBe(3)
    expect(await all()).toEqual(['Acme Inc', 'Acme Inc', 'Acme Inc', 'Acme'])
  })

  test('T-22 text is matched exactly, and zero matches are not an error', async () => {
    const { bulk, all } = await openRows()
    const answer = await bulk({ column: 'vendor', match_value: 'acme corp', new_value: 'Acme Inc' })
    expect(answer).toMatchObject({ success: true, updated: 0 })
    expect(answer.message).toMatch(/^Updated 0 rows/)
    expect(await all()).toEqual(['Acme Corp', 'Acme Corp', 'Acme Corp', 'Acme'])
  })

  test('T-23 an unknown column is refused with the valid ones', async () => {
    const { bulk } = await openRows()
    const error = await refusal(bulk({ column: 'vendr', match_value: 'a', new_value: 'b' }))
    expect(error.message).toMatch(/"vendor", "date", "amount"/)
  })
})
