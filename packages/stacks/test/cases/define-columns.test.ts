import { describe, expect, test } from 'vitest'
import { type Answer, COLUMNS, openTestWorkspace, refusal } from '../test-workspace.ts'
import { openEmptyTable } from './empty-table.ts'

const INVOICE = [
  { name: 'vendor', type: 'text' },
  { name: 'invoice_date', type: 'date' },
  { name: 'amount', type: 'number' },
  { name: 'description', type: 'text' },
]

describe('define_columns', () => {
  test('T-01 the columns are stored in their order, and the message lists them', async () => {
    const { call, columns } = await openEmptyTable()
    const answer = await call('define_columns', { columns: INVOICE, reasoning: 'In all of them.' })
    const text = "Defined 4 columns: ['vendor', 'invoice_date', 'amount', 'description']"
    expect(answer).toMatchObject({ success: true, message: text, schema_version: 1 })
    expect(answer.content).toEqual([{ type: 'text', text }])
    expect(answer.undo_token).toEqual(expect.any(String))
    expect((await columns()).map(({ name, type }: Answer) => [name, type])).toEqual(
      INVOICE.map(({ name, type }) => [name, type]),
    )
  })

  test('T-02 an empty list is refused and changes nothing', async () => {
    const { call, columns } = await openEmptyTable()
    expect(await refusal(call('define_columns', { columns: [] }))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('columns'),
    })
    expect(await columns()).toEqual([])
  })

  test('T-03 an entry without a name is refused, and the error says which', async () => {
    const { call } = await openEmptyTable()
    const error = await refusal(call('define_columns', { columns: [{ type: 'text' }] }))
    expect(error.message).toContain("'columns[0].name'")
  })

  test('T-04 a column without a type is a text column', async () => {
    const { call, columns } = await openEmptyTable()
    const { message } = await call('define_columns', { columns: [{ name: 'vendor' }] })
    expect(message).toBe("Defined 1 column: ['vendor']")
    expect(await columns()).toMatchObject([{ name: 'vendor', type: 'text' }])
  })

  test('T-05 a duplicate name is refused, and the error names it', async () => {
    const { call } = await openEmptyTable()
    for (const duplicate of ['vendor', 'Vendor']) {
      const error = await refusal(
        call('define_columns', {
          columns: [{ name: 'vendor' }, { name: 'date' }, { name: duplicate }],
        }),
      )
      expect(error.message).toContain(`'${duplicate}' is defined twice`)
    }
  })

  test('T-06 an unknown type is refused with the known ones', async () => {
    const { call } = await openEmptyTable()
    const error = await refusal(
      call('define_columns', { columns: [{ name: 'vendor', type: 'money' }] }),
    )
    for (const type of ['text', 'number', 'date']) expect(error.message).toContain(`"${type}"`)
  })

  test('T-07 a custom table has its columns from the start and offers no define_columns', async () => {
    const workspace = await openTestWorkspace()
    const stack = await workspace.stack([])
    const table = await workspace.table(stack, {
      mode: 'custom',
      custom_columns: ['vendor', 'date', 'amount'],
    })
    const tools = await workspace.toolsOf(table)
    expect(tools.map(({ name }) => name)).not.toContain('define_columns')
    const save = tools.find(({ name }) => name === 'save_table_row')
    expect(Object.keys(save?.input.properties ?? {})).toEqual([
      'document_id',
      'vendor',
      'date',
      'amount',
      'confidence_scores',
    ])
    const error = await refusal(workspace.call(table, 'define_columns', { columns: COLUMNS }))
    expect(error.code).toBe('unknown_tool')
  })

  test('T-31 reserved names are refused', async () => {
    const { call, columns } = await openEmptyTable()
    const names = ['document_id', 'Document_ID', 'confidence_scores', '__proto__', 'constructor']
    for (const name of [...names, 'toString', 'hasOwnProperty', 'prototype']) {
      const error = await refusal(call('define_columns', { columns: [{ name }] }))
      expect(error.message, name).toContain('reserved')
    }
    expect(await columns()).toEqual([])
  })
})
