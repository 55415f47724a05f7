import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

test('stacks, tables and documents can be addressed by name where it is unique', async () => {
  const { request } = await startGateway()
  const documents = [{ filename: 'jan.pdf' }, { filename: 'feb.pdf' }]
  const table = { name: 'Invoices', mode: 'custom', custom_columns: ['vendor'] }
  const { body: q1 } = await request('POST', '/v1/stacks', {
    body: { name: 'Q1', documents, table },
  })
  const [jan] = q1.documents
  expect((await request('GET', '/v1/documents/jan.pdf')).body.id).toBe(jan.id)
  const extracted = { extracted_fields: { vendor: 'Acme' } }
  const saved = await request('POST', '/v1/documents/jan.pdf/tools/save_extracted_data', {
    body: extracted,
  })
  expect(saved.body.document_id).toBe(jan.id)
  const list = await request('GET', '/v1/documents/jan.pdf/extractions')
  expect(list.body.extractions).toMatchObject([extracted])

  const misspelt = await request('GET', '/v1/documents/jann.pdf')
  expect(misspelt.status).toBe(404)
  expect(misspelt.body.suggestion).toContain("Did you mean 'jan.pdf'?")
  expect((await request('GET', '/v1/tables/invoice')).body.suggestion).toContain("'Invoices'")
  expect((await request('GET', '/v1/stacks/Q')).body.suggestion).toContain("'Q1'")

  await request('POST', '/v1/stacks', { body: { name: 'Q2', documents: [documents[0]], table } })
  for (const path of ['/v1/documents/jan.pdf', '/v1/tables/Invoices']) {
    const several = await request('GET', path)
    expect(several.status).toBe(409)
    expect(several.body.suggestion).toBe('Use the id of one of them.')
  }
  // Inside a stack, the file name is still unique.
  expect((await request('DELETE', '/v1/stacks/Q1/documents/jan.pdf')).status).toBe(204)
  const left = await request('GET', '/v1/stacks/Q1/documents')
  expect(left.body.documents).toMatchObject([{ filename: 'feb.pdf' }])
})

test('the tools of two tables can be listed together, each with the name of its table', async () => {
  const { request } = await startGateway()
  const table = (name: string) => ({ name, mode: 'custom', custom_columns: ['vendor'] })
  for (const name of ['Invoices', 'Orders']) {
    await request('POST', '/v1/stacks', { body: { name, table: table(name) } })
  }
  const { body } = await request('GET', '/v1/descriptors?table=Invoices,Orders&table=Invoices')
  const names = body.map(({ name }: { name: string }) => name)
  expect(names).toContain('Invoices__save_table_row')
  expect(names).toContain('Orders__read_rows')
  expect(new Set(names).size).toBe(names.length)
  const { id } = (await request('GET', '/v1/tables/Orders')).body
  const save = body.find(({ name }: { name: string }) => name === 'Orders__save_table_row')
  expect(save.url).toContain(`/v1/tables/${id}/tools/save_table_row`)
})
