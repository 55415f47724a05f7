import { inTransaction } from '@quartermaster/db'
import { describe, expect, test } from 'vitest'
import { addDocuments } from '../src/queries/documents/stack-documents.ts'
import { getTable } from '../src/queries/tables/tables.ts'
import { type Answer, openTestWorkspace, refusal } from './test-workspace.ts'

const AMOUNTS = ['10', '9', '100', 'N/A', undefined, '-5', '2.50']

async function openList() {
  const workspace = await openTestWorkspace()
  const documents: string[] = []
  for (const index of AMOUNTS.keys()) documents.push(await workspace.document(`d${index}.pdf`))
  const table = await workspace.table(await workspace.stack(documents))
  const call = (name: string, input: object = {}) => workspace.call(table, name, input)
  await call('define_columns', {
    columns: [{ name: 'vendor' }, { name: 'Amount (€)', type: 'number' }],
  })
  for (const [index, amount] of AMOUNTS.entries()) {
    await call('save_table_row', {
      document_id: `d${index}`,
      vendor: index % 2 === 0 ? 'Even' : 'Odd',
      ...(amount !== undefined && { Amount: amount }),
      confidence_scores: { vendor: index / 10, Amount: 1 - index / 10 },
    })
  }
  const read = async (input: object) =>
    (await call('read_rows', input)).rows.map(({ row_data }: Answer) => row_data['Amount (€)'])
  return { ...workspace, call, read, documents, T: table }
}

describe('read_rows', () => {
  test('sorts numbers by value, then text, then empty cells', async () => {
    const { read } = await openList()
    expect(await read({})).toEqual([10, 9, 100, 'N/A', null, -5, 2.5])
    expect(await read({ sort_by: 'Amount (€)' })).toEqual([-5, 2.5, 9, 10, 100, 'N/A', null])
    expect(await read({ sort_by: 'Amount', descending: true })).toEqual([
      100,
      10,
      9,
      2.5,
      -5,
      'N/A',
      null,
    ])
  })

  test.each([{}, { sort_by: 'Amount' }, { sort_by: 'vendor', descending: true }])(
    'shows every row once, page by page: %j',
    async (order) => {
      const { call } = await openList()
      const whole = await call('read_rows', order)
      const seen: Answer[] = []
      let cursor: string | null = null
      do {
        const page: Answer = await call('read_rows', {
          ...order,
          limit: 2,
          ...(cursor && { cursor }),
        })
        seen.push(...page.rows)
        cursor = page.next_cursor
      } while (cursor !== null)
      expect(seen).toEqual(whole.rows)
    },
  )

  test.each([
    ['equals', '10.00', [10]],
    ['not_equals', '10', [9, 100, 'N/A', null, -5, 2.5]],
    ['less_than', '9', [-5, 2.5]],
    ['at_most', '9', [9, -5, 2.5]],
    ['more_than', '$10', [100]],
    ['at_least', '10', [10, 100]],
    ['contains', 'A', ['N/A']],
    ['is_empty', '', [null]],
    ['is_not_empty', '', [10, 9, 100, 'N/A', -5, 2.5]],
  ])('%s %s', async (operator, value, expected) => {
    const { read } = await openList()
    expect(await read({ filters: [{ column: 'Amount', operator, value }] })).toEqual(expected)
  })

  test('rows must meet all filters, and the count covers all pages', async () => {
    const { call } = await openList()
    const answer = await call('read_rows', {
      filters: [
        { column: 'vendor', value: 'Even' },
        { column: 'Amount', operator: 'more_than', value: '5' },
      ],
      columns: ['Amount'],
      limit: 1,
      count: true,
    })
    expect(answer).toMatchObject({ total: 2, message: 'Read 1 of 2 rows' })
    expect(answer.rows[0].row_data).toEqual({ 'Amount (€)': 10 })
    expect(answer.next_cursor).toEqual(expect.any(String))
  })

  test('a cursor is valid only for its own sorting, and descending requires a column', async () => {
    const { call } = await openList()
    const sorted = { sort_by: 'Amount', limit: 1 }
    const { next_cursor: cursor } = await call('read_rows', sorted)
    expect((await call('read_rows', { ...sorted, cursor })).rows).toHaveLength(1)
    for (const other of [{ sort_by: 'vendor' }, { ...sorted, descending: true }, {}]) {
      expect((await refusal(call('read_rows', { ...other, cursor }))).message).toContain('cursor')
    }
    expect((await refusal(call('read_rows', { descending: true }))).message).toBe(
      "Parameter 'descending' requires 'sort_by'.",
    )
  })

  test('an unknown column and an invented cursor are refused', async () => {
    const { call } = await openList()
    expect((await refusal(call('read_rows', { sort_by: 'vendr' }))).message).toContain('"vendor"')
    for (const cursor of ['x', Buffer.from('["1"]').toString('base64url')]) {
      expect((await refusal(call('read_rows', { cursor }))).code).toBe('invalid_input')
    }
  })
})

test('read_review_list lists uncertain cells until they are corrected', async () => {
  const { call } = await openList()
  const { cells } = await call('read_review_list', { threshold: 0.3 })
  expect(
    cells.map(({ filename, column, confidence }: Answer) => [filename, column, confidence]),
  ).toEqual([
    ['d0.pdf', 'vendor', 0],
    ['d1.pdf', 'vendor', 0.1],
    ['d2.pdf', 'vendor', 0.2],
  ])
  await call('update_table_row', { document_id: 'd0', updates: { vendor: 'Sure' } })
  await call('update_table_row', {
    document_id: 'd1',
    updates: { vendor: 'Unsure' },
    confidence_scores: { vendor: 0.25 },
    sources: { vendor: { page: 3 } },
  })
  const again = await call('read_review_list', { threshold: 0.3 })
  expect(again.cells).toMatchObject([
    { filename: 'd1.pdf', value: 'Unsure', confidence: 0.25, source: { page: 3 } },
    { filename: 'd2.pdf' },
  ])
  // Cells of a dropped column are not listed.
  await call('define_columns', { columns: [{ name: 'Amount (€)' }] })
  expect((await call('read_review_list', { threshold: 0.3 })).cells).toEqual([])
})

test('complete_table is refused and lists the documents without a row', async () => {
  const { call, document, db, workspaceId, now, T } = await openList()
  const { stackId } = await getTable(db, workspaceId, T)
  const late = await document('late.pdf')
  await inTransaction(db, 10_000, (trx) => addDocuments(trx, workspaceId, stackId, [late], now()))
  const error = await refusal(call('complete_table'))
  expect(error).toMatchObject({
    code: 'conflict',
    message: '1 of 8 documents has no row: late.pdf.',
    details: { missing: 1, missing_documents: [{ document_id: late, filename: 'late.pdf' }] },
  })
  const { documents } = await call('list_documents', { without_row: true })
  expect(documents).toMatchObject([{ document_id: late, has_row: false, has_extraction: false }])
  await call('save_table_row', { document_id: late, vendor: 'Late' })
  expect(await call('complete_table')).toMatchObject({
    rows: 8,
    message: 'Completed table with 8 rows',
  })
})

test('a bulk update can be previewed, and a large one requires expected_rows', async () => {
  const { call, read, documents } = await openList()
  const bulk = { column: 'vendor', match_value: 'Odd', new_value: 'Strange' }
  const preview = await call('bulk_update_rows', { ...bulk, preview: true })
  expect(preview).toMatchObject({ matched: 3, updated: 0, preview: true })
  expect(preview.sample).toEqual(
    [1, 3, 5].map((index) => ({
      document_id: documents[index],
      filename: `d${index}.pdf`,
      before: 'Odd',
      after: 'Strange',
    })),
  )
  expect(preview.undo_token).toBeUndefined()
  const wrong = await refusal(call('bulk_update_rows', { ...bulk, expected_rows: 2 }))
  expect(wrong).toMatchObject({ code: 'conflict', details: { matched: 3 } })
  expect(wrong.suggestion).toContain('"expected_rows": 3')
  expect(await read({ filters: [{ column: 'vendor', value: 'Odd' }] })).toHaveLength(3)
  expect(await call('bulk_update_rows', { ...bulk, expected_rows: 3 })).toMatchObject({
    updated: 3,
  })
})
