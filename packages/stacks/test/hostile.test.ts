import { describe, expect, test } from 'vitest'
import { openTable, refusal } from './test-workspace.ts'

const HOSTILE = [
  'null \0 byte',
  '\ud800 half',
  '\udfff',
  "Robert'); drop table stack_table_rows;--",
  '"quoted" \\ back\\slash',
  'line\nbreak\r\ntab\t',
  '$& $1 $$ %s {0}',
  '😀👩‍👩‍👧',
  '\u{10f000}\u{10f001}\u{10ffff}',
  '__proto__',
  '{"v":1}',
  '',
  ' ',
  'null',
]

describe('hostile cells', () => {
  test('are returned unchanged, can be found, and do not affect other cells', async () => {
    const { call, row, D1, D2 } = await openTable()
    await call('save_table_row', { document_id: D2, vendor: 'neighbour', date: 'd' })
    for (const text of HOSTILE) {
      await call('save_table_row', { document_id: D1, vendor: text, date: text, amount: text })
      expect((await row(D1)).row_data).toEqual({ vendor: text, date: text, amount: text })
      await call('update_table_row', { document_id: D1, updates: { date: 'x' } })
      const found = await call('read_rows', { filters: [{ column: 'vendor', value: text }] })
      expect(found.rows).toHaveLength(1)
      const part = await call('read_rows', {
        filters: [{ column: 'vendor', operator: 'contains', value: text }],
      })
      expect(part.rows.length).toBeGreaterThan(0)
      const { updated } = await call('bulk_update_rows', {
        column: 'vendor',
        match_value: text,
        new_value: `${text}!`,
      })
      expect(updated).toBe(1)
      expect((await row(D1)).row_data).toEqual({ vendor: `${text}!`, date: 'x', amount: text })
      expect((await row(D2)).row_data).toEqual({ vendor: 'neighbour', date: 'd', amount: null })
    }
  })

  test('of 10 MB are stored', async () => {
    const { call, row, D1 } = await openTable()
    const text = 'é'.repeat(5_000_000)
    await call('save_table_row', { document_id: D1, vendor: text })
    await call('update_table_row', { document_id: D1, updates: { date: 'x' } })
    expect((await row(D1)).row_data.vendor === text).toBe(true)
  })

  test('a number or a boolean is stored as text; lists and objects are refused', async () => {
    const { call, row, D1 } = await openTable()
    await call('save_table_row', { document_id: D1, vendor: 1500, date: true, amount: 12.5 })
    expect((await row(D1)).row_data).toEqual({ vendor: '1500', date: 'true', amount: 12.5 })
    await call('update_table_row', { document_id: D1, updates: { amount: 7, vendor: null } })
    expect((await row(D1)).row_data).toEqual({ vendor: null, date: 'true', amount: 7 })
    for (const vendor of [['a'], { a: 1 }]) {
      const error = await refusal(call('save_table_row', { document_id: D1, vendor }))
      expect(error.message).toContain("'vendor' must be text")
    }
  })

  test('documents are found by name only when the name is unique', async () => {
    const { call, row, on, document, stack, table, D1, D3 } = await openTable()
    await call('save_table_row', { document_id: 'invoice_jan.pdf', vendor: 'A' })
    await call('update_table_row', { document_id: 'invoice_jan', updates: { vendor: 'B' } })
    expect((await row(D1)).row_data.vendor).toBe('B')
    const answer = await call('save_table_row', { document_id: 'invoice_march', vendor: 'C' })
    expect(answer).toMatchObject({
      document_id: D3,
      message: 'Saved row for document invoice_march',
    })
    for (const name of ['Invoice_jan', 'invoice', '%', 'invoice_jan.', '', '\0']) {
      expect(['not_found', 'invalid_input']).toContain(
        (await refusal(call('save_table_row', { document_id: name, vendor: 'A' }))).code,
      )
    }

    const duplicates = [
      await document('same.pdf'),
      await document('same.pdf'),
      await document('same'),
    ]
    const T2 = await table(await stack(duplicates), { mode: 'custom', custom_columns: ['a'] })
    expect(
      (await refusal(on(T2, 'save_table_row', { document_id: 'same.pdf', a: '1' }))).message,
    ).toBe("There are 2 documents 'same.pdf' in this stack.")
    // An exact file name wins over names without their extension.
    expect(await on(T2, 'save_table_row', { document_id: 'same', a: '1' })).toMatchObject({
      document_id: duplicates[2],
    })
  })
})

test('numbers are compared by value, and other text as text', async () => {
  const { call, rows, D1, D2, D3 } = await openTable()
  await call('save_table_row', { document_id: D1, amount: '1500.00' })
  await call('save_table_row', { document_id: D2, amount: '$1,500' })
  await call('save_table_row', { document_id: D3, amount: 'N/A' })
  const bulk = (match_value: string, new_value: string) =>
    call('bulk_update_rows', { column: 'amount', match_value, new_value })
  expect((await bulk('1500.0', '$2,000.00')).updated).toBe(2)
  expect((await bulk('n/a', '0')).updated).toBe(0)
  expect((await bulk('N/A', 'none')).updated).toBe(1)
  // An empty cell matches no value.
  expect((await bulk('', 'x')).updated).toBe(0)
  expect((await bulk('null', 'x')).updated).toBe(0)
  expect((await rows()).map(({ row_data }) => row_data.amount)).toEqual([2000, 2000, 'none'])
})
