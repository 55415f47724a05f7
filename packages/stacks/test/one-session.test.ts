import { describe, expect, test } from 'vitest'
import { COLUMNS, openTable, openTestWorkspace, refusal } from './test-workspace.ts'

async function openEmptyTable() {
  const workspace = await openTestWorkspace()
  const D1 = await workspace.document('invoice_jan.pdf')
  const T = await workspace.table(await workspace.stack([D1]))
  // The host lists the tools once, before the columns are defined.
  const listed = await workspace.toolsOf(T)
  const names = listed.map(({ name }) => name)
  const call = (name: string, input: object = {}, agent = 'Clerk') => {
    expect(names).toContain(name)
    return workspace.call(T, name, input, { agent, version: listed[0]?.version ?? 0 })
  }
  const rows = async () => (await call('read_rows')).rows
  return { ...workspace, D1, T, call, rows }
}

describe('with tools that were listed once', () => {
  test('columns are defined, rows saved, corrected and read, and the table completed', async () => {
    const { call, rows, D1 } = await openEmptyTable()
    await call('define_columns', { columns: COLUMNS })
    const values = { vendor: 'Acme', amount: '$1,500.00' }
    expect(await call('save_row', { document_id: D1, values })).toMatchObject({
      message: `Saved row for document ${D1}`,
      version: 1,
      undo_token: expect.any(String),
    })
    expect((await rows())[0].row_data).toEqual({ vendor: 'Acme', date: null, amount: 1500 })

    const correction = { document_id: D1, values: { vendor: 'Acme Inc' }, keep_other_cells: true }
    await call('save_row', correction)
    expect((await rows())[0].row_data).toEqual({ vendor: 'Acme Inc', date: null, amount: 1500 })
    await call('save_row', { document_id: D1, values: { vendor: 'Acme' } })
    expect((await rows())[0].row_data).toEqual({ vendor: 'Acme', date: null, amount: null })
    expect((await call('complete_table')).rows).toBe(1)
  })

  test('save_row checks its values like the tools with columns', async () => {
    const { call, rows, D1 } = await openEmptyTable()
    const early = await refusal(call('save_row', { document_id: D1, values: { vendor: 'A' } }))
    expect(early).toMatchObject({
      code: 'conflict',
      suggestion: 'Call define_columns first, then save the rows.',
    })
    await call('define_columns', { columns: COLUMNS })
    const unknown = await refusal(call('save_row', { document_id: D1, values: { vendr: 'A' } }))
    expect(unknown.message).toBe("Unknown column 'vendr'. Valid columns: vendor, date, amount.")
    expect(unknown.suggestion).toContain("Did you mean 'vendor'? Use only these names.")
    expect(await rows()).toEqual([])
  })

  test.each([{ values: {} }, { values: { vendor: null } }, { values: {}, keep_other_cells: true }])(
    'save_row with %j is refused, and shows a call of save_row',
    async (input) => {
      const { call, rows, D1 } = await openEmptyTable()
      await call('define_columns', { columns: COLUMNS })
      await call('save_row', { document_id: D1, values: { vendor: 'before' } })
      const { message, suggestion } = await refusal(call('save_row', { document_id: D1, ...input }))
      expect(message).toContain('no value for any column')
      expect(suggestion).toContain('{"document_id":"example.pdf","values":{"vendor":"Acme Inc"')
      expect((await rows())[0].row_data.vendor).toBe('before')
      const emptied = { document_id: D1, values: { vendor: null }, keep_other_cells: true }
      await call('save_row', emptied)
      expect((await rows())[0].row_data.vendor).toBeNull()
    },
  )

  test('save_row follows changes of the columns by others', async () => {
    const { call, rows, D1 } = await openEmptyTable()
    await call('define_columns', { columns: COLUMNS })
    await call('define_columns', { columns: [{ name: 'supplier' }] }, 'Another')
    await call('save_row', { document_id: D1, values: { supplier: 'Acme' } })
    expect(await rows()).toHaveLength(1)
  })
})

test('the reply of define_columns describes the tools with the new columns', async () => {
  const { call } = await openTable()
  const answer = await call('define_columns', { columns: [{ name: 'vendor' }, { name: 'tax' }] })
  expect(answer).toMatchObject({ tools_changed: true, schema_version: 2 })
  const [save, update] = answer.tools
  expect(save.name).toBe('save_table_row')
  expect(Object.keys(save.parameters.properties)).toEqual([
    'document_id',
    'vendor',
    'tax',
    'confidence_scores',
  ])
  expect(update.name).toBe('update_table_row')
  const again = await call('define_columns', { columns: [{ name: 'vendor' }, { name: 'tax' }] })
  expect(again.tools_changed).toBe(false)
})

describe('an agent that changed the columns itself', () => {
  test('may save with the version it knew, if the arguments fit', async () => {
    const { call, row, D1 } = await openTable()
    await call('define_columns', { columns: [...COLUMNS, { name: 'tax' }] })
    await call('save_table_row', { document_id: D1, vendor: 'Acme', tax: '5' }, { version: 1 })
    expect((await row(D1)).row_data).toMatchObject({ vendor: 'Acme', tax: '5' })
  })

  test('is refused when the arguments do not fit, or another agent changed them too', async () => {
    const { call, rows, D1 } = await openTable()
    await call('define_columns', { columns: [{ name: 'vendor' }] })
    const removed = call('save_table_row', { document_id: D1, amount: '5' }, { version: 1 })
    expect((await refusal(removed)).code).toBe('conflict')

    await call('define_columns', { columns: COLUMNS }, { agent: 'Another' })
    const stale = call('save_table_row', { document_id: D1, vendor: 'A' }, { version: 1 })
    expect((await refusal(stale)).code).toBe('conflict')
    expect(await rows()).toEqual([])
  })
})

describe('undo_token "last"', () => {
  test('undoes the newest change of the calling agent, then the one before', async () => {
    const { call, row, D1, D2 } = await openTable()
    const undo = () => call('undo_change', { undo_token: 'last' })
    await call('save_table_row', { document_id: D1, vendor: 'First' })
    await call('update_table_row', { document_id: D1, updates: { vendor: 'Second' } })
    await call('save_table_row', { document_id: D2, vendor: 'Other' }, { agent: 'Another' })
    expect(await undo()).toMatchObject({
      undone: 'update_table_row',
      message: 'Undid update_table_row: 1 row restored',
    })
    expect((await row(D1)).row_data.vendor).toBe('First')
    expect((await row(D2)).row_data.vendor).toBe('Other')
    expect((await undo()).undone).toBe('save_table_row')
    expect(await row(D1)).toBeUndefined()
    expect((await row(D2)).row_data.vendor).toBe('Other')
  })

  test('is refused for an agent that has changed nothing', async () => {
    const { call } = await openTable()
    const error = await refusal(call('undo_change', { undo_token: 'last' }, { agent: 'Newcomer' }))
    expect(error.message).toBe('You have made no change of this table that could be undone.')
  })
})
