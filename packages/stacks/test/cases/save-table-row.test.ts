import { describeTool } from '@quartermaster/descriptors'
import { describe, expect, test } from 'vitest'
import { type Answer, COLUMNS, openTable, refusal } from '../test-workspace.ts'
import { openEmptyTable } from './empty-table.ts'

const saveInput = async (workspace: Awaited<ReturnType<typeof openTable>>, table = workspace.T) => {
  const tools = await workspace.toolsOf(table)
  const tool = tools.find(({ name }) => name === 'save_table_row')
  if (tool === undefined) throw new Error('There is no save_table_row')
  return tool
}

describe('save_table_row', () => {
  test('T-08 the schema is exactly the document, the columns and the confidences', async () => {
    const workspace = await openTable()
    const tool = await saveInput(workspace)
    const { parameters, description } = describeTool(
      'subconscious',
      { tool, path: '/x' },
      { publicUrl: 'https://q.example', headers: {} },
    ) as Answer
    expect(Object.keys(parameters.properties)).toEqual([
      'document_id',
      'vendor',
      'date',
      'amount',
      'confidence_scores',
    ])
    for (const name of ['vendor', 'date', 'amount']) {
      expect(parameters.properties[name].type).toBe('string')
      expect(description).toContain(name)
    }
    expect(parameters.required).toEqual(['document_id'])
    expect(parameters.additionalProperties).toBe(false)
  })

  test('T-09 it exists only once the columns are defined', async () => {
    const { call, names, document } = await openEmptyTable()
    expect(await names()).not.toContain('save_table_row')
    expect(await names()).toContain('define_columns')
    const error = await refusal(call('save_table_row', { document_id: document }))
    expect(error.code).toBe('unknown_tool')
    await call('define_columns', { columns: COLUMNS })
    expect(await names()).toContain('save_table_row')
  })

  test('T-10 a row is stored with its types and confidences', async () => {
    const { call, row, D1 } = await openTable()
    const confidence_scores = { vendor: 0.95, date: 0.98, amount: 0.92 }
    const answer = await call('save_table_row', {
      document_id: D1,
      vendor: 'Acme Corporation',
      date: '2024-01-15',
      amount: '1500.00',
      confidence_scores,
    })
    const text = `Saved row for document ${D1}`
    expect(answer).toMatchObject({ message: text, content: [{ type: 'text', text }], version: 1 })
    expect(await row(D1)).toMatchObject({
      row_data: { vendor: 'Acme Corporation', date: '2024-01-15', amount: 1500 },
      confidence_scores,
    })
  })

  test('T-11 an unknown column is refused with the valid ones, and nothing is stored', async () => {
    const { call, rows, D1 } = await openTable()
    const error = await refusal(call('save_table_row', { document_id: D1, vendor_name: 'Acme' }))
    expect(error.message).toBe(
      "Unknown parameter 'vendor_name'. Valid parameters: document_id, vendor, date, amount, confidence_scores.",
    )
    expect(await rows()).toEqual([])
  })

  test('T-12 columns that are left out are null', async () => {
    const { call, row, D1 } = await openTable()
    await call('save_table_row', { document_id: D1, vendor: 'Acme' })
    expect((await row(D1)).row_data).toEqual({ vendor: 'Acme', date: null, amount: null })
  })

  test('T-13 numbers are parsed, and other text is kept as it is', async () => {
    const { call, row, D1 } = await openTable()
    for (const [text, stored] of [
      ['$1,500.00', 1500],
      ['N/A', 'N/A'],
      ['(500)', '(500)'],
    ]) {
      await call('save_table_row', { document_id: D1, amount: text })
      expect((await row(D1)).row_data.amount).toBe(stored)
    }
  })

  test('T-14 a date stays as it was written', async () => {
    const { call, row, D1 } = await openTable()
    await call('save_table_row', { document_id: D1, date: '15/01/2024' })
    expect((await row(D1)).row_data.date).toBe('15/01/2024')
  })

  test('T-15 the document is required', async () => {
    const { call, rows } = await openTable()
    const error = await refusal(call('save_table_row', { vendor: 'Acme' }))
    expect(error.message).toContain("'document_id'")
    expect(await rows()).toEqual([])
  })

  test('T-16 saving again replaces the row and does not merge', async () => {
    const { call, rows, D1 } = await openTable()
    await call('save_table_row', {
      document_id: D1,
      vendor: 'Old',
      date: '2024-01-15',
      amount: '5',
      confidence_scores: { date: 0.3 },
    })
    await call('save_table_row', { document_id: D1, vendor: 'New' })
    const all = await rows()
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({
      row_data: { vendor: 'New', date: null, amount: null },
      confidence_scores: {},
      version: 2,
    })
  })

  test('T-28 an invalid confidence is refused', async () => {
    const { call, rows, D1 } = await openTable()
    for (const vendor of [1.2, -0.1, 'high', true]) {
      const error = await refusal(
        call('save_table_row', { document_id: D1, vendor: 'A', confidence_scores: { vendor } }),
      )
      expect(error.message).toMatch(/confidence_scores\.vendor.* from 0 to 1/)
    }
    expect(await rows()).toEqual([])
  })

  test('T-29 confidences are optional', async () => {
    const { call, row, D1 } = await openTable()
    await call('save_table_row', { document_id: D1, vendor: 'Acme' })
    expect((await row(D1)).confidence_scores).toEqual({})
  })

  test('T-30 a confidence for an unknown column is refused', async () => {
    const { call, rows, D1 } = await openTable()
    const error = await refusal(
      call('save_table_row', { document_id: D1, vendor: 'A', confidence_scores: { foo: 0.5 } }),
    )
    expect(error.message).toContain('foo')
    expect(await rows()).toEqual([])
  })

  test('T-35 two tables do not share columns', async () => {
    const workspace = await openTable()
    const other = await workspace.table(workspace.S, {
      mode: 'custom',
      custom_columns: ['supplier'],
    })
    const [mine, theirs] = [await saveInput(workspace), await saveInput(workspace, other)]
    expect(Object.keys(mine.input.properties)).not.toContain('supplier')
    expect(Object.keys(theirs.input.properties)).toEqual([
      'document_id',
      'supplier',
      'confidence_scores',
    ])
    const error = await refusal(
      workspace.on(other, 'save_table_row', { document_id: workspace.D1, vendor: 'A' }),
    )
    expect(error.message).toContain("Unknown parameter 'vendor'")
  })

  test('T-37 a label that a vendor refuses is exported under a safe key and mapped back', async () => {
    const workspace = await openTable()
    const label = 'Invoice Date (€)'
    const table = await workspace.table(workspace.S)
    await workspace.on(table, 'define_columns', {
      columns: [{ name: label }, { name: 'Invoice_Date' }],
    })
    const tool = await saveInput(workspace, table)
    const placed = { tool, path: '/x' }
    const connection = { publicUrl: 'https://q.example', headers: {} }
    const anthropic = describeTool('anthropic', placed, connection) as Answer
    const openai = describeTool('openai', placed, connection) as Answer
    const keys = Object.keys(anthropic.input_schema.properties)
    expect(Object.keys(openai.function.parameters.properties)).toEqual(keys)
    for (const key of keys) expect(key).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/)

    const [, key = ''] = keys
    expect(key).not.toBe('Invoice_Date')
    for (const name of [key, label]) {
      await workspace.on(table, 'save_table_row', {
        document_id: workspace.D1,
        [name]: `by ${name}`,
      })
      const { rows } = await workspace.on(table, 'read_rows')
      expect(rows[0].row_data).toEqual({ [label]: `by ${name}`, Invoice_Date: null })
    }
  })
})
