import { expect, test } from 'vitest'
import { startGateway, type TestGateway } from './start-gateway.ts'

type Found = { kind: string; id: string; label: string; detail: string; table_id?: string }

/** Something of every kind whose text contains "Falcon", and something else of every kind. */
async function fill({ request, as }: TestGateway) {
  const post = async (path: string, body: object) =>
    (await request('POST', path, { body })).body as { id: string }
  await post('/v1/agents', { name: 'Falcon desk' })
  await post('/v1/agents', { name: 'Sales' })
  await as('Sales').call('push_context', { key: 'project falcon', value: '"on time"' })
  await as('Sales').call('push_context', {
    key: 'for support',
    value: '1',
    subscribers: ['Support'],
  })
  await as('Sales').call('promptyoself_schedule_every', {
    agent_id: 'Sales',
    prompt: 'Ask about FALCON',
    every: '1h',
  })
  const stack = await post('/v1/stacks', { name: 'Invoices' })
  const documents = [
    await post('/v1/documents', { filename: 'falcon.pdf' }),
    await post('/v1/documents', { filename: 'other.pdf' }),
  ]
  await post(`/v1/stacks/${stack.id}/documents`, { document_ids: documents.map(({ id }) => id) })
  const custom = { mode: 'custom', custom_columns: ['vendor', 'note'] }
  const table = await post(`/v1/stacks/${stack.id}/tables`, { name: 'Falcon costs', ...custom })
  for (const [at, { id }] of documents.entries()) {
    await post(`/v1/tables/${table.id}/tools/save_table_row`, {
      document_id: id,
      vendor: ['The "Falcon" Works', 'Acme'][at],
      note: '',
    })
  }
  return { table: table.id, document: documents[0]?.id }
}

const kindsOf = (results: readonly Found[]) => [...new Set(results.map(({ kind }) => kind))]

test('one search finds tools, agents, keys, tables, documents, rows, prompts and calls', async () => {
  const gateway = await startGateway()
  const { table, document } = await fill(gateway)
  const search = async (text: string): Promise<Found[]> =>
    (await gateway.request('GET', `/v1/search?text=${encodeURIComponent(text)}`)).body.results
  const results = await search('fAlCoN')
  expect(kindsOf(results)).toEqual([
    'agent',
    'context',
    'table',
    'document',
    'row',
    'schedule',
    'call',
  ])
  expect(results).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'agent', id: 'Falcon desk' }),
      expect.objectContaining({ kind: 'context', id: 'project falcon' }),
      expect.objectContaining({ kind: 'table', id: table, label: 'Falcon costs' }),
      expect.objectContaining({ kind: 'document', id: document, table_id: table }),
      {
        kind: 'row',
        id: document,
        table_id: table,
        label: 'The "Falcon" Works',
        detail: 'Falcon costs, falcon.pdf',
      },
    ]),
  )
  expect(results.filter(({ kind }) => kind === 'row')).toHaveLength(1)
  expect(await search('push_cont')).toMatchObject([
    { kind: 'tool', id: 'push_context' },
    { kind: 'call' },
    { kind: 'call' },
  ])
  expect(await search('"Falcon" w')).toMatchObject([{ kind: 'row' }])
  expect(await search('nothing like it')).toEqual([])
})

test('an agent finds only what it may list and read', async () => {
  const gateway = await startGateway()
  const { request } = gateway
  await fill(gateway)
  const allowed = ['search_context', 'get_context']
  const body = { name: 'Support', allowed_tools: allowed, with_key: true }
  const { key } = (await request('POST', '/v1/agents', { body })).body.key
  const search = async (text: string): Promise<Found[]> =>
    (await request('GET', `/v1/search?text=${text}`, { key })).body.results
  expect(await search('falcon')).toMatchObject([{ kind: 'context', id: 'project falcon' }])
  expect(await search('support')).toMatchObject([{ kind: 'context', id: 'for support' }])
  expect(await search('push_context')).toEqual([])
})

test('a search needs at least two characters', async () => {
  const { request } = await startGateway()
  expect((await request('GET', '/v1/search?text=a')).status).toBe(400)
  expect((await request('GET', '/v1/search')).status).toBe(400)
})
