import { expect, test } from 'vitest'
import { type Answer, startGateway, type TestGateway } from '../start-gateway.ts'

// biome-ignore lint/suspicious/noExplicitAny: descriptors and answers of every shape.
type Any = any

/** An agent as a host runs it: it knows its tools from their descriptors, and nothing else. */
async function hostOf({ request }: TestGateway, query: string) {
  await request('POST', '/v1/agents', { body: { name: 'Clerk' } })
  const { key } = (await request('POST', '/v1/agents/Clerk/keys', { body: {} })).body
  const fetchTools = () => request('GET', `/v1/descriptors?${query}`, { key })
  let answer: Answer = await fetchTools()
  const call = async (name: string, input: object = {}) => {
    const descriptor = answer.body.find((tool: Any) => tool.name === name)
    if (descriptor === undefined) throw new Error(`The host knows no tool ${name}`)
    const { url, method, headers, defaults } = descriptor
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...input, ...defaults }),
    })
    return { status: response.status, body: (await response.json()) as Any }
  }
  const refresh = async () => {
    answer = await fetchTools()
  }
  return {
    call,
    refresh,
    names: () => answer.body.map(({ name }: Any) => name),
    etag: () => answer.headers.get('etag'),
  }
}

const FIELDS = [
  { vendor: 'Acme Corp', invoice_date: '2024-01-15', total: '$1,500.00' },
  { vendor: 'Acme Corp', invoice_date: '2024-02-15', total: '$2,000' },
  { vendor: 'Globex', invoice_date: '2024-03-15', total: 'N/A' },
]

test('documents become a table: extracted, defined, saved, corrected, undone, exported', async () => {
  const gateway = await startGateway()
  const { request } = gateway
  const post = async (path: string, body: object) => (await request('POST', path, { body })).body

  // A stack of three documents, each with its extraction.
  const documents: string[] = []
  for (const [index, extracted_fields] of FIELDS.entries()) {
    const month = ['jan', 'feb', 'march'][index]
    const { id } = await post('/v1/documents', {
      filename: `invoice_${month}.pdf`,
      text: 'An invoice.',
    })
    const host = await hostOf(gateway, `document=${id}`)
    const saved = await host.call('save_extracted_data', { extracted_fields })
    expect(saved.body.message).toBe('Extraction saved')
    documents.push(id)
  }
  const stack = await post('/v1/stacks', { name: 'Q1 Expenses' })
  expect(await post(`/v1/stacks/${stack.id}/documents`, { document_ids: documents })).toEqual({
    added: 3,
  })
  const table = await post(`/v1/stacks/${stack.id}/tables`, { name: 'Invoices', mode: 'auto' })

  // The agent reads the extractions and defines the columns.
  const agent = await hostOf(gateway, `table=${table.id}`)
  expect(agent.names()).not.toContain('save_table_row')
  const { body: listed } = await agent.call('list_documents')
  for (const { document_id } of listed.documents) {
    const { body } = await agent.call('read_document_extraction', { document_id })
    expect(JSON.parse(body.content[0].text)).toEqual(FIELDS[documents.indexOf(document_id)])
  }
  const before = agent.etag()
  const defined = await agent.call('define_columns', {
    columns: [
      { name: 'vendor', type: 'text' },
      { name: 'invoice_date', type: 'date' },
      { name: 'Total (€)', type: 'number', description: 'With tax.' },
    ],
    reasoning: 'In all three of them.',
  })
  expect(defined.body.message).toBe("Defined 3 columns: ['vendor', 'invoice_date', 'Total (€)']")

  // The tools have changed, and the list says so.
  await agent.refresh()
  expect(agent.etag()).not.toBe(before)
  expect(agent.names()).toContain('save_table_row')
  for (const [index, { vendor, invoice_date, total }] of FIELDS.entries()) {
    const row = { document_id: documents[index], vendor, invoice_date, Total: total }
    const saved = await agent.call('save_table_row', { ...row, confidence_scores: { vendor: 0.7 } })
    expect(saved.body.message).toBe(`Saved row for document ${documents[index]}`)
  }
  const wrong = await agent.call('save_table_row', {
    document_id: documents[0],
    vendor_name: 'Acme',
  })
  expect(wrong).toMatchObject({ status: 400, body: { success: false } })
  expect(wrong.body.error).toBe(
    "Unknown parameter 'vendor_name'. Valid parameters: document_id, vendor, invoice_date, Total, confidence_scores.",
  )

  // One row is corrected, many rows are corrected in bulk, and the bulk update is undone.
  const corrected = await agent.call('update_table_row', {
    document_id: 'invoice_march',
    updates: { Total: '300' },
  })
  expect(corrected.body.message).toBe("Updated ['Total (€)'] for document invoice_march")
  const bulk = { column: 'vendor', match_value: 'Acme Corp', new_value: 'Acme Inc' }
  const preview = await agent.call('bulk_update_rows', { ...bulk, preview: true })
  expect(preview.body).toMatchObject({ matched: 2, updated: 0 })
  const changed = await agent.call('bulk_update_rows', bulk)
  expect(changed.body.message).toBe("Updated 2 rows: vendor 'Acme Corp' → 'Acme Inc'")
  const vendors = async () =>
    (await request('GET', `/v1/tables/${table.id}/rows`)).body.rows.map(
      (row: Any) => row.row_data.vendor,
    )
  expect(await vendors()).toEqual(['Acme Inc', 'Acme Inc', 'Globex'])
  await agent.call('undo_change', { undo_token: changed.body.undo_token })
  expect(await vendors()).toEqual(['Acme Corp', 'Acme Corp', 'Globex'])

  // Somebody changes the columns: the old tools are refused, and say how to go on.
  const put = await request('PUT', `/v1/tables/${table.id}/columns`, {
    body: {
      columns: [
        { name: 'supplier', renamed_from: 'vendor' },
        { name: 'invoice_date' },
        { name: 'Total (€)' },
      ],
    },
  })
  expect(put).toMatchObject({ status: 200, body: { schema_version: 2 } })
  const stale = await agent.call('save_table_row', { document_id: documents[0], vendor: 'Acme' })
  expect(stale).toMatchObject({
    status: 409,
    body: { code: 'conflict', schema_version: 2, arguments: { vendor: 'supplier' } },
  })
  const retried = await agent.call('update_table_row', {
    document_id: documents[0],
    updates: { [stale.body.arguments.vendor]: 'Acme & Sons' },
    schema_version: stale.body.schema_version,
  })
  expect(retried.status).toBe(200)
  expect((await agent.call('complete_table')).status).toBe(200)

  // The table is exported, and the history shows who changed what.
  const csv = await request('GET', `/v1/tables/${table.id}/export?format=csv`)
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
  expect(csv.headers.get('content-disposition')).toContain('filename="Invoices.csv"')
  expect(csv.text).toBe(
    'Document,supplier,invoice_date,Total (€)\r\n' +
      'invoice_jan.pdf,Acme & Sons,2024-01-15,1500\r\n' +
      'invoice_feb.pdf,Acme Corp,2024-02-15,2000\r\n' +
      'invoice_march.pdf,Globex,2024-03-15,300\r\n',
  )
  const json = await request('GET', `/v1/tables/${table.id}/export?format=json`)
  expect(json.body.rows).toHaveLength(3)
  const { body: history } = await request('GET', `/v1/tables/${table.id}/history`)
  expect(history.changes.map(({ action }: Any) => action)).toEqual([
    'complete_table',
    'update_table_row',
    'set_columns',
    'undo_change',
    'undo_change',
    'bulk_update_rows',
    'bulk_update_rows',
    'update_table_row',
    'save_table_row',
    'save_table_row',
    'save_table_row',
    'define_columns',
  ])
  expect(history.changes[1]).toMatchObject({
    changed_by: 'Clerk',
    old: { supplier: 'Acme Corp' },
    new: { supplier: 'Acme & Sons' },
  })
})
