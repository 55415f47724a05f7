import { describeTool } from '@quartermaster/descriptors'
import { describe, expect, test } from 'vitest'
import { type Answer, openTable, refusal } from './test-workspace.ts'

const RENAMED = [
  { name: 'supplier', renamed_from: 'vendor' },
  { name: 'amount', type: 'number' },
  { name: 'tax', type: 'number' },
]

describe('a call that was made for other columns', () => {
  test('is refused with the current columns and the new name of each argument', async () => {
    const { call, rows, D1 } = await openTable()
    await call('define_columns', { columns: RENAMED })
    const row = { document_id: D1, vendor: 'Acme', date: '2024-01-15', amount: '5' }
    const error = await refusal(call('save_table_row', row, { version: 1 }))
    expect(error).toMatchObject({ code: 'conflict', status: 409 })
    expect(error.message).toContain("Unknown parameter 'vendor'")
    expect(error.message).toContain('version 1, the table is at version 2')
    expect(error.details).toMatchObject({
      schema_version: 2,
      columns: [
        { argument: 'supplier', name: 'supplier', type: 'text' },
        { argument: 'amount', type: 'number' },
        { argument: 'tax', type: 'number' },
      ],
      arguments: { vendor: 'supplier', date: null, amount: 'amount' },
    })
    expect(await rows()).toEqual([])

    // The details of the error are enough to correct the call, with the same old descriptor.
    const corrected = { document_id: D1, supplier: 'Acme', amount: '5', schema_version: 2 }
    await call('save_table_row', corrected, { version: 1 })
    expect((await rows())[0].row_data).toEqual({ supplier: 'Acme', amount: 5, tax: null })
  })

  test('is refused even when all its arguments still exist', async () => {
    const { call, rows, D1 } = await openTable()
    await call('define_columns', { columns: RENAMED }, { agent: 'Another' })
    const error = await refusal(
      call('save_table_row', { document_id: D1, amount: '5' }, { version: 1 }),
    )
    expect(error.code).toBe('conflict')
    expect(await rows()).toEqual([])
    await call('save_table_row', { document_id: D1, amount: '5' }, { version: 2 })
  })

  test('is recognised by an old name even without a version', async () => {
    const { call, D1 } = await openTable()
    await call('save_table_row', { document_id: D1, vendor: 'Acme' })
    await call('define_columns', { columns: RENAMED })
    const inputs = {
      save_table_row: { document_id: D1, vendor: 'Acme' },
      update_table_row: { document_id: D1, updates: '{"vendor":"Acme"}' },
      save_cell_sources: { document_id: D1, sources: { vendor: { page: 1 } } },
      bulk_update_rows: { column: 'vendor', match_value: 'a', new_value: 'b' },
      read_rows: { sort_by: 'vendor' },
    }
    for (const [name, input] of Object.entries(inputs)) {
      const error = await refusal(call(name, input))
      expect(error, name).toMatchObject({ code: 'invalid_input' })
      expect(error.message, name).toContain("Unknown parameter 'vendor'")
      expect(error.suggestion, name).toContain("'vendor' is now 'supplier'.")
      expect(error.details.arguments, name).toEqual({ vendor: 'supplier' })
    }
  })

  test.each([
    { sort_by: 'vendor' },
    { columns: ['vendor'] },
    { filters: [{ column: 'vendor', value: 'A' }] },
    { filters: '[{"column":"vendor","value":"A"}]' },
  ])('is refused by read_rows with the new name of each column: %j', async (input) => {
    const { call } = await openTable()
    await call('define_columns', { columns: RENAMED })
    for (const options of [{ version: 1 }, {}]) {
      const error = await refusal(call('read_rows', input, options))
      expect(error.details).toMatchObject({ arguments: { vendor: 'supplier' } })
      expect(error.suggestion).toContain("'vendor' is now 'supplier'")
    }
  })

  test('is not confused with a name that never was a column', async () => {
    const { call, D1 } = await openTable()
    await call('define_columns', { columns: RENAMED })
    const error = await refusal(call('save_table_row', { document_id: D1, vendr: 'Acme' }))
    expect(error.message).toBe(
      "Unknown parameter 'vendr'. Valid parameters: document_id, supplier, amount, tax, confidence_scores.",
    )
  })

  test('tells a removed column from one that never was', async () => {
    const { call, D1 } = await openTable()
    await call('define_columns', { columns: RENAMED })
    const input = { document_id: D1, date: '2024', vendr: 'Acme', schema_version: 1 }
    const { suggestion } = await refusal(call('save_table_row', input))
    expect(suggestion).toContain("The column 'date' was removed.")
    expect(suggestion).toContain("The table has no column 'vendr'.")
  })

  test.each([99, 'abc', '1.5'])(
    'with the version %j is told that there is none',
    async (version) => {
      const { call, D1 } = await openTable()
      const input = { document_id: D1, vendor: 'Acme', schema_version: version }
      const { code, message } = await refusal(call('save_table_row', input))
      expect(code).toBe('conflict')
      expect(message).toContain(
        `The table has no version '${version}' of its columns; it is at version 1.`,
      )
    },
  )

  test('is refused when define_columns runs at the same time', async () => {
    const { call, runTools, toolsOf, rows, T, D1 } = await openTable()
    const before = await toolsOf(T)
    await call('define_columns', { columns: RENAMED })
    const inputs = {
      save_table_row: { document_id: D1, vendor: 'A' },
      update_table_row: { document_id: D1, updates: { vendor: 'A' } },
      bulk_update_rows: { column: 'vendor', match_value: 'A', new_value: 'B' },
    }
    for (const [name, input] of Object.entries(inputs)) {
      const error = await refusal(runTools(before, name, input))
      expect(error, name).toMatchObject({ code: 'conflict', details: { schema_version: 2 } })
    }
    expect(await rows()).toEqual([])
  })
})

test('each tool of a table has the schema version', async () => {
  const { toolsOf, T } = await openTable()
  for (const { name, version, description } of await toolsOf(T)) {
    expect([name, version, description]).toEqual([
      name,
      1,
      expect.stringMatching(/ Schema version 1\.$/),
    ])
  }
})

test('a column may be called schema_version', async () => {
  const { on, table, S, D1 } = await openTable()
  const T2 = await table(S, { mode: 'custom', custom_columns: ['schema_version'] })
  await on(T2, 'save_table_row', { document_id: D1, schema_version: 'v7' })
  expect((await on(T2, 'read_rows')).rows[0].row_data).toEqual({ schema_version: 'v7' })
})

test('every descriptor has the schema version, in the form of its format', async () => {
  const { toolsOf, call, T } = await openTable()
  const describeSave = async (format: 'subconscious' | 'mcp' | 'openai') => {
    const tool = (await toolsOf(T)).find(({ name }) => name === 'save_table_row')
    if (tool === undefined) throw new Error('There is no save_table_row')
    const connection = { publicUrl: 'https://q.example', headers: { 'x-api-key': 'k' } }
    return describeTool(format, { tool, path: '/x' }, connection) as Answer
  }
  expect((await describeSave('subconscious')).headers).toEqual({
    'x-api-key': 'k',
    'x-schema-version': '1',
  })
  expect((await describeSave('mcp'))._meta).toEqual({ 'quartermaster/schema_version': 1 })
  const before = JSON.stringify(await describeSave('openai'))
  expect(before).toContain('Schema version 1')
  await call('define_columns', { columns: RENAMED })
  expect(JSON.stringify(await describeSave('openai'))).not.toBe(before)
})

describe('define_columns again', () => {
  test('same names keep their data, new ones are null, dropped ones are gone', async () => {
    const { call, rows, row, D1 } = await openTable()
    await call('save_table_row', { document_id: D1, vendor: 'Acme', date: 'x', amount: '5' })
    await call('define_columns', {
      columns: [{ name: 'amount' }, { name: 'VENDOR' }, { name: 'tax' }],
    })
    expect((await row(D1)).row_data).toEqual({ amount: 5, VENDOR: 'Acme', tax: null })
    // A removed column that is defined again is a new column.
    await call('define_columns', { columns: [{ name: 'date' }] })
    expect((await rows())[0].row_data).toEqual({ date: null })
  })

  test('a new type reads the cells again, and back to text writes them as text', async () => {
    const { call, row, D1, D2, D3 } = await openTable()
    const vendors = ['$1,500.00', 'N/A', '12345678901234567890']
    for (const [index, document_id] of [D1, D2, D3].entries()) {
      await call('save_table_row', {
        document_id,
        vendor: vendors[index],
        amount: '0.10',
        confidence_scores: { vendor: 0.5 },
      })
    }
    await call('define_columns', {
      columns: [
        { name: 'vendor', type: 'number' },
        { name: 'amount', type: 'text' },
      ],
    })
    expect(await row(D1)).toMatchObject({
      row_data: { vendor: 1500, amount: '0.1' },
      confidence_scores: { vendor: 0.5 },
    })
    expect((await row(D2)).row_data.vendor).toBe('N/A')
    expect((await row(D3)).row_data.vendor).toBe(Number('12345678901234567890'))
  })

  test('defining the same columns again keeps the version', async () => {
    const { call } = await openTable()
    const { columns } = await call('define_columns', {
      columns: [{ name: 'vendor' }, { name: 'date' }, { name: 'amount' }],
    })
    expect(columns.map(({ type }: Answer) => type)).toEqual(['text', 'date', 'number'])
    expect(await call('define_columns', { columns: [{ name: 'vendor' }] })).toMatchObject({
      schema_version: 2,
    })
  })

  test('descriptions of columns become descriptions of arguments', async () => {
    const { call, toolsOf, T } = await openTable()
    await call('define_columns', {
      columns: [{ name: 'Net (€)', type: 'number', description: 'Without tax.' }],
    })
    const save = (await toolsOf(T)).find(({ name }) => name === 'save_table_row')
    expect(save?.input.properties.Net?.description).toMatch(
      /^Column 'Net \(€\)'\. Without tax\. A number/,
    )
  })
})
