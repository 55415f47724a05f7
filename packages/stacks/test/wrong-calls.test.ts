import { describe, expect, test } from 'vitest'
import { createStack, getStack } from '../src/queries/tables/stacks.ts'
import { createTable, getTable } from '../src/queries/tables/tables.ts'
import { openTable, openTestWorkspace, refusal } from './test-workspace.ts'

describe('a save without values', () => {
  test('is refused, and an existing row stays', async () => {
    const { call, row, D1 } = await openTable()
    await call('save_table_row', { document_id: D1, vendor: 'Acme' })
    for (const input of [{}, { vendor: null }, { confidence_scores: { vendor: 0.9 } }]) {
      const error = await refusal(call('save_table_row', { document_id: D1, ...input }))
      expect(error).toMatchObject({
        code: 'invalid_input',
        message:
          'The call has no value for any column, so nothing was saved. Columns: vendor, date, amount.',
      })
      expect(error.suggestion).toContain('"vendor":"Acme Inc"')
      expect(error.suggestion).not.toContain(D1)
      expect(error.suggestion).toContain('update_table_row with null')
    }
    expect((await row(D1)).row_data.vendor).toBe('Acme')
  })

  test('is possible on purpose: "" for a column, or null in update_table_row', async () => {
    const { call, row, D1 } = await openTable()
    await call('save_table_row', { document_id: D1, vendor: '' })
    expect((await row(D1)).row_data).toEqual({ vendor: '', date: null, amount: null })
    await call('update_table_row', { document_id: D1, updates: { vendor: null } })
    expect((await row(D1)).row_data).toEqual({ vendor: null, date: null, amount: null })
  })
})

describe('columns inside an object', () => {
  test.each(['row_data', 'data', 'values', 'row', 'fields'])(
    "are taken out of '%s' and saved",
    async (wrapper) => {
      const { call, row, D1 } = await openTable()
      await call('save_table_row', { document_id: D1, [wrapper]: { vendor: 'Acme', amount: '5' } })
      expect((await row(D1)).row_data).toEqual({ vendor: 'Acme', date: null, amount: 5 })
      const text = JSON.stringify({ vendor: 'Text', confidence_scores: { vendor: 0.5 } })
      await call('save_table_row', { document_id: D1, [wrapper]: text })
      expect(await row(D1)).toMatchObject({
        row_data: { vendor: 'Text' },
        confidence_scores: { vendor: 0.5 },
      })
    },
  )

  test.each([
    { row_data: { vendor: 'Acme', total: '5' } },
    { row_data: {} },
    { row_data: { vendor: 'Acme' }, vendor: 'Other' },
    { row_data: { vendor: 'Acme' }, more: { amount: '5' } },
  ])('%j is refused with the right form, and nothing is saved', async (input) => {
    const { call, rows, D1 } = await openTable()
    const error = await refusal(call('save_table_row', { document_id: D1, ...input }))
    expect(error.message).toBe(
      "Unknown parameter 'row_data'. Valid parameters: document_id, vendor, date, amount, confidence_scores.",
    )
    expect(error.suggestion).toContain("not inside 'row_data'")
    expect(error.suggestion).not.toContain('Leave out')
    expect(await rows()).toEqual([])
  })
})

test.each([
  ['save_table_row', { 'due date': 'a', due_date: 'b' }],
  ['save_row', { values: { 'due date': 'a', due_date: 'b' } }],
  ['save_row', { values: { due_date: 'a' }, confidence_scores: { 'due date': 0.1, due_date: 1 } }],
  ['update_table_row', { updates: { due_date: 'a', 'due date': 'b' } }],
])('%s with both names of a column is refused, so that no value is lost', async (name, input) => {
  const { call, row, D1 } = await openTable()
  await call('define_columns', { columns: ['due date'] })
  await call('save_table_row', { document_id: D1, due_date: 'before' })
  const error = await refusal(call(name, { document_id: D1, ...input }))
  expect(error).toMatchObject({
    code: 'invalid_input',
    message: "'due date' and 'due_date' are the same column.",
    suggestion: "Send the column once, as 'due_date'.",
  })
  expect((await row(D1)).row_data).toEqual({ 'due date': 'before' })
})

describe('update_table_row without updates', () => {
  test.each([{ vendor: 'New' }, { row_data: { vendor: 'New' } }, { values: { vendor: 'New' } }])(
    'takes %j as the updates',
    async (input) => {
      const { call, row, D1 } = await openTable()
      await call('save_table_row', { document_id: D1, vendor: 'Old', date: '2024-01-15' })
      await call('update_table_row', { document_id: D1, ...input })
      expect((await row(D1)).row_data).toEqual({ vendor: 'New', date: '2024-01-15', amount: null })
    },
  )

  test.each([{}, { vendr: 'New' }, { vendor: 'New', row_data: { vendor: 'Other' } }])(
    'refuses %j and changes nothing',
    async (input) => {
      const { call, row, D1 } = await openTable()
      await call('save_table_row', { document_id: D1, vendor: 'Old' })
      const error = await refusal(call('update_table_row', { document_id: D1, ...input }))
      expect(error.code).toBe('invalid_input')
      expect((await row(D1)).row_data.vendor).toBe('Old')
    },
  )
})

test.each([
  ['INVOICE_JAN.PDF', 'invoice_jan.pdf'],
  ['invoice_jan.docx', 'invoice_jan.pdf'],
  ['invoice_febr.pdf', 'invoice_feb.pdf'],
  ['invoice march', 'invoice_march.pdf'],
])('for the unknown document %j the error suggests %j', async (name, near) => {
  const { call } = await openTable()
  const error = await refusal(call('save_table_row', { document_id: name, vendor: 'A' }))
  expect(error).toMatchObject({
    code: 'not_found',
    message: `There is no document '${name}' in this stack.`,
    suggestion: expect.stringContaining(`Did you mean '${near}'?`),
  })
})

test('define_columns accepts plain names', async () => {
  const { table, S, on } = await openTable()
  const T2 = await table(S)
  const answer = await on(T2, 'define_columns', {
    columns: ['vendor', { name: 'amount', type: 'number' }],
  })
  expect(answer.columns).toMatchObject([
    { name: 'vendor', type: 'text' },
    { name: 'amount', type: 'number' },
  ])
})

test.each([
  [{ filters: {} }, '[{"column":"vendor","operator":"equals","value":"Acme Inc"}]'],
  [{ filters: { vendor: 'Acme' } }, '[{"column":"vendor","operator":"equals","value":"Acme"}]'],
  [{ filter: { vendor: 'Acme' } }, '[{"column":"vendor","operator":"equals","value":"Acme"}]'],
  [
    { filter: [{ column: 'amount', operator: 'at_least', value: 5 }] },
    '[{"column":"amount","operator":"at_least","value":5}]',
  ],
])('%j is refused with the same filters in the right form', async (input, form) => {
  const { call } = await openTable()
  const error = await refusal(call('read_rows', input))
  expect(error.suggestion).toContain(`Send {"filters":${form}}.`)
  await call('read_rows', { filters: JSON.parse(form) })
})

test('mode custom without columns names custom_columns', async () => {
  const { table, stack } = await openTestWorkspace()
  const error = await refusal(table(await stack([]), { mode: 'custom' }))
  expect(error.message).toBe("Mode 'custom' requires 'custom_columns'.")
  expect(error.suggestion).toContain('"custom_columns": ["vendor"')
})

describe('names', () => {
  test('a table is found by its name, if only one table of the workspace has it', async () => {
    const { db, workspaceId, otherWorkspaceId, stack, now, toolsOf } = await openTestWorkspace()
    const S = await stack([])
    const invoices = { name: 'Invoices', mode: 'auto' } as const
    const { id } = await createTable(db, workspaceId, S, invoices, now())
    expect((await getTable(db, workspaceId, 'Invoices')).id).toBe(id)
    expect((await toolsOf('Invoices')).map(({ name }) => name)).toContain('define_columns')
    expect((await refusal(getTable(db, otherWorkspaceId, 'Invoices'))).code).toBe('not_found')
    expect((await refusal(getTable(db, workspaceId, 'Inv\0oices'))).code).toBe('not_found')

    const other = await createTable(db, workspaceId, await stack([]), invoices, now())
    const error = await refusal(getTable(db, workspaceId, 'Invoices'))
    expect(error).toMatchObject({
      code: 'conflict',
      message: `Several tables are named 'Invoices': ${id}, ${other.id}.`,
    })
  })

  test('a second table of the same name in a stack is refused with the id of the first', async () => {
    const { db, workspaceId, stack, now } = await openTestWorkspace()
    const S = await stack([])
    const invoices = { name: 'Invoices', mode: 'auto' } as const
    const { id } = await createTable(db, workspaceId, S, invoices, now())
    expect(await refusal(createTable(db, workspaceId, S, invoices, now()))).toMatchObject({
      code: 'conflict',
      message: "The stack already has a table named 'Invoices'.",
      suggestion: expect.stringContaining(id),
      details: { table_id: id },
    })
  })

  test('a stack is found by its name, if it is the only one', async () => {
    const { db, workspaceId, now } = await openTestWorkspace()
    const { id } = await createStack(db, workspaceId, { name: 'Q1 Expenses' }, now())
    expect((await getStack(db, workspaceId, 'Q1 Expenses')).id).toBe(id)
    const other = await createStack(db, workspaceId, { name: 'Q1 Expenses' }, now())
    const error = await refusal(getStack(db, workspaceId, 'Q1 Expenses'))
    expect(error.message).toContain(`${id}, ${other.id}`)
  })
})

test('messages use the singular for one row', async () => {
  const { call, D1, D2 } = await openTable()
  await call('save_table_row', { document_id: D1, vendor: 'Acme' })
  expect((await call('read_rows', {})).message).toBe('Read 1 row')
  expect((await call('read_rows', { count: true })).message).toBe('Read 1 of 1 row')
  const bulk = { column: 'vendor', match_value: 'Acme', new_value: 'B' }
  expect((await call('bulk_update_rows', bulk)).message).toBe("Updated 1 row: vendor 'Acme' → 'B'")
  await call('save_table_row', { document_id: D2, vendor: 'Acme' })
  expect((await call('read_rows', {})).message).toBe('Read 2 rows')
})

describe('arguments that describe cells', () => {
  test('are not taken for the cells', async () => {
    const { call, D1 } = await openTable()
    const input = { document_id: D1, vendor: 'Acme', confidence: { vendor: 0.9 } }
    const { suggestion } = await refusal(call('save_table_row', input))
    expect(suggestion).toContain('"confidence_scores":{"vendor":0.9}')
    expect(suggestion).toContain('"vendor":"Acme"')
  })

  test('the right form of a row has the caller’s own values', async () => {
    const { call, D1 } = await openTable()
    const input = { document_id: D1, row_data: { vendor: 'Acme', total: '5' } }
    const { suggestion } = await refusal(call('save_table_row', input))
    expect(suggestion).toBe(
      `Send each column as an argument of its own, not inside 'row_data': {"document_id":"${D1}","vendor":"Acme"}. The table has no column 'total'.`,
    )
  })

  test('an example of updates does not name the caller’s document', async () => {
    const { call, D1 } = await openTable()
    await call('save_table_row', { document_id: D1, vendor: 'Acme' })
    const { suggestion } = await refusal(call('update_table_row', { document_id: D1, updates: {} }))
    expect(suggestion).toContain('"document_id":"example.pdf"')
  })
})

test.each([
  { column: 'vendor', value: 'New' },
  { column_name: 'vendor', new_value: 'New' },
])('update_table_row takes %j as the updates', async (input) => {
  const { call, row, D1 } = await openTable()
  await call('save_table_row', { document_id: D1, vendor: 'Old', date: '2024-01-15' })
  await call('update_table_row', { document_id: D1, ...input })
  expect((await row(D1)).row_data).toEqual({ vendor: 'New', date: '2024-01-15', amount: null })
})

describe('conditions in another form', () => {
  const above = [{ column: 'amount', operator: 'more_than', value: 3 }]
  const acme = [{ column: 'vendor', operator: 'equals', value: 'Acme' }]
  test.each<[Record<string, unknown>, unknown]>([
    [{ filters: [{ column: 'amount', operator: '>', value: 3 }] }, above],
    [{ filters: [{ field: 'amount', op: 'gt', value: 3 }] }, above],
    [{ filters: { amount: { $gt: 3 } } }, above],
    [{ filters: [{ amount: { gt: 3 } }] }, above],
    [{ filters: ['amount', '>', 3] }, above],
    [{ filters: [['amount', '>', 3]] }, above],
    [{ filters: [{ vendor: 'Acme' }] }, acme],
    [{ filters: "vendor = 'Acme'" }, acme],
    [{ vendor: 'Acme' }, acme],
    [{ where: { vendor: ['Acme'] } }, acme],
    [
      { filters: [{ column: 'vendor', operator: 'is', value: null }] },
      [{ column: 'vendor', operator: 'is_empty' }],
    ],
    [
      { filters: [{ column: 'vendor', operator: 'LIKE', value: '%Acme%' }] },
      [{ column: 'vendor', operator: 'contains', value: 'Acme' }],
    ],
  ])('%j is shown in the right form', async (input, filters) => {
    const { call } = await openTable()
    const { suggestion } = await refusal(call('read_rows', input))
    expect(suggestion).toContain(`Send ${JSON.stringify({ filters })}.`)
    await call('read_rows', { filters })
  })

  test.each([
    { sort_by: 'amount desc' },
    { sort_by: '-amount' },
    { sort_by: 'amount', sort_order: 'desc' },
    { sort_by: 'amount', direction: 'descending' },
  ])('%j sorts the largest first', async (input) => {
    const { call, D1, D2 } = await openTable()
    await call('save_table_row', { document_id: D1, amount: '1' })
    await call('save_table_row', { document_id: D2, amount: '2' })
    const { rows } = await call('read_rows', input)
    expect(rows.map((row: { document_id: string }) => row.document_id)).toEqual([D2, D1])
  })
})

test.each<unknown>(['vendor, total', '["vendor","total"]', { vendor: 'text', total: 'text' }])(
  'define_columns takes %j as two columns',
  async (columns) => {
    const { call } = await openTable()
    const defined = await call('define_columns', { columns })
    expect(defined.columns.map(({ name }: { name: string }) => name)).toEqual(['vendor', 'total'])
  },
)

test('define_columns without columns says that they are missing', async () => {
  const { call } = await openTable()
  const error = await refusal(call('define_columns', { column_names: ['vendor'] }))
  expect(error.message).toContain("Missing required parameter 'columns'.")
  expect(error.suggestion).toContain('"columns":')
})

test('"last" does not mean a call that changed nothing', async () => {
  const { call, row, D1 } = await openTable()
  await call('save_table_row', { document_id: D1, vendor: 'Old' })
  await call('update_table_row', { document_id: D1, updates: { vendor: 'New' } })
  await call('bulk_update_rows', { column: 'vendor', match_value: 'None', new_value: 'X' })
  expect((await call('undo_change', { undo_token: 'last' })).undone).toBe('update_table_row')
  expect((await row(D1)).row_data.vendor).toBe('Old')
})

test('cells in a list of columns and values are saved', async () => {
  const { call, row, D1 } = await openTable()
  const cells = [
    { column: 'vendor', value: 'Acme' },
    { column: 'amount', value: '5' },
  ]
  await call('save_table_row', { document_id: D1, cells })
  expect((await row(D1)).row_data).toEqual({ vendor: 'Acme', date: null, amount: 5 })
})

test('a file name in place of a document’s id is answered with the id', async () => {
  const { document, stack } = await openTestWorkspace()
  const id = await document('contract.pdf')
  for (const name of ['contract.pdf', 'contrct.pdf']) {
    const { suggestion } = await refusal(stack([name]))
    expect(suggestion).toBe(
      `Did you mean '${id}'? That is the id of 'contract.pdf'. No document was added.`,
    )
  }
})
