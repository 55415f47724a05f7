import { inTransaction } from '@quartermaster/db'
import { describeTool } from '@quartermaster/descriptors'
import { describe, expect, test } from 'vitest'
import { saveExtraction } from '../src/queries/documents/extractions.ts'
import { addDocuments } from '../src/queries/documents/stack-documents.ts'
import { type Answer, COLUMNS, openTable, openTestWorkspace, refusal } from './test-workspace.ts'

const INVOICE = [
  { name: 'vendor', type: 'text' },
  { name: 'invoice_date', type: 'date' },
  { name: 'amount', type: 'number' },
  { name: 'description', type: 'text' },
]

async function openEmptyTable() {
  const workspace = await openTestWorkspace()
  const document = await workspace.document('one.pdf')
  const stack = await workspace.stack([document])
  const table = await workspace.table(stack)
  const call = (name: string, input: object = {}) => workspace.call(table, name, input)
  const names = async () => (await workspace.toolsOf(table)).map(({ name }) => name)
  const columns = async () =>
    (
      await workspace.db
        .selectFrom('stack_tables')
        .select('columns')
        .where('id', '=', table)
        .executeTakeFirstOrThrow()
    ).columns as Answer[]
  return { ...workspace, document, stack, table, call, names, columns }
}

const saveInput = async (workspace: Awaited<ReturnType<typeof openTable>>, table = workspace.T) => {
  const tools = await workspace.toolsOf(table)
  const tool = tools.find(({ name }) => name === 'save_table_row')
  if (tool === undefined) throw new Error('There is no save_table_row')
  return tool
}

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
    await call('define_columns', { columns: [{ name: 'vendor' }] })
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

describe('read_document_extraction', () => {
  test('T-24 the newest extraction is read, and the text holds nothing else', async () => {
    const { call, callDocument, D1 } = await openTable()
    await callDocument(D1, 'save_extracted_data', { extracted_fields: { vendor: 'Old', page: 1 } })
    await callDocument(D1, 'save_extracted_data', { extracted_fields: { vendor: 'New' } })
    const answer = await call('read_document_extraction', { document_id: D1 })
    expect(answer.content).toEqual([{ type: 'text', text: '{"vendor":"New"}' }])
    expect(answer).toMatchObject({ document_id: D1, extracted_fields: { vendor: 'New' } })
  })

  test('T-25 the error for a missing extraction names the document', async () => {
    const { call, D3 } = await openTable()
    const error = await refusal(call('read_document_extraction', { document_id: D3 }))
    expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining(D3) })
  })

  test('T-26 T-27 documents of other stacks, other workspaces and unknown ones get the same error', async () => {
    const workspace = await openTable()
    const { call, callDocument, rows, D9, DV, TV } = workspace
    await callDocument(D9, 'save_extracted_data', { extracted_fields: { secret: 1 } })
    const nowhere = '00000000-0000-4000-8000-000000000000'
    for (const id of [D9, DV, nowhere, 'no-uuid']) {
      const inputs = {
        read_document_extraction: { document_id: id },
        save_table_row: { document_id: id, vendor: 'A' },
        update_table_row: { document_id: id, updates: { vendor: 'A' } },
        save_cell_sources: { document_id: id, sources: { vendor: { page: 1 } } },
      }
      for (const [name, input] of Object.entries(inputs)) {
        const error = await refusal(call(name, input))
        expect(error).toMatchObject({
          code: 'not_found',
          message: `There is no document '${id}' in this stack.`,
        })
      }
    }
    expect(await rows()).toEqual([])

    const foreign = await refusal(workspace.toolsOf(TV))
    const unknown = await refusal(workspace.toolsOf(nowhere))
    expect(foreign).toMatchObject({ code: unknown.code, message: unknown.message })
  })

  test('T-36 an extraction in progress does not count', async () => {
    const { call, callDocument, db, workspaceId, now, D1 } = await openTable()
    await callDocument(D1, 'save_extracted_data', { extracted_fields: { vendor: 'Done' } })
    await saveExtraction(
      db,
      workspaceId,
      D1,
      { status: 'in_progress' },
      { by: 'Clerk', now: now() },
    )
    const answer = await call('read_document_extraction', { document_id: D1 })
    expect(answer.extracted_fields).toEqual({ vendor: 'Done' })
  })
})

test('T-32 an extraction is saved, and an empty one is refused', async () => {
  const { callDocument, D1, db } = await openTable()
  const answer = await callDocument(D1, 'save_extracted_data', {
    extracted_fields: { vendor: 'Acme' },
    confidence_scores: { vendor: 0.9 },
  })
  expect(answer).toMatchObject({ message: 'Extraction saved', document_id: D1 })
  expect(answer.content).toEqual([{ type: 'text', text: 'Extraction saved' }])
  for (const input of [
    {},
    { extracted_fields: {} },
    { extracted_fields: { a: 1 }, confidence_scores: { a: 2 } },
  ]) {
    expect((await refusal(callDocument(D1, 'save_extracted_data', input))).code).toBe(
      'invalid_input',
    )
  }
  const kept = db.selectFrom('extractions').selectAll().where('document_id', '=', D1)
  expect(await kept.execute()).toHaveLength(1)
})

test('T-34 a document is in a stack once', async () => {
  const { db, workspaceId, now, document, stack } = await openTestWorkspace()
  const [D1, D2] = [await document('a.pdf'), await document('b.pdf')]
  const S = await stack([D1])
  const added = await inTransaction(db, 10_000, (trx) =>
    addDocuments(trx, workspaceId, S, [D1, D2, D2], now()),
  )
  expect(added).toBe(1)
  const places = db.selectFrom('stack_documents').selectAll().where('stack_id', '=', S)
  expect(await places.execute()).toHaveLength(2)
})
