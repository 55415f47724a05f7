import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

test('a key can ask whose it is and what it may call', async () => {
  const { request } = await startGateway()
  const root = await request('GET', '/v1/whoami')
  expect(root.body).toMatchObject({ workspace: 'default', agent: 'root', is_root: true })
  expect(root.body.tools).toContain('push_context')

  const body = { name: 'Sales', allowed_tools: ['get_context'], with_key: true }
  const { key } = (await request('POST', '/v1/agents', { body })).body.key
  const agent = await request('GET', '/v1/whoami', { key })
  expect(agent.body).toMatchObject({
    workspace: 'default',
    agent: 'Sales',
    is_root: false,
    permissions: { limits: [{ allowed_tools: ['get_context'], denied_tools: [] }], paths: null },
    tools: ['get_context'],
  })
  expect((await request('GET', '/v1/whoami', { key: null })).status).toBe(401)
})

test('the list of tools has paths, effects and parameters', async () => {
  const { request } = await startGateway()
  const { body } = await request('GET', '/v1/tools')
  expect(body.tools).toContainEqual(
    expect.objectContaining({
      name: 'get_context',
      path: '/v1/tools/get_context',
      methods: ['POST'],
      effect: 'read',
    }),
  )
  const push = body.tools.find(({ name }: { name: string }) => name === 'push_context')
  expect(push.parameters[0]).toMatchObject({ name: 'key', type: 'string', required: true })
  expect(body.families).toContainEqual(
    expect.objectContaining({ subject: 'table', path: '/v1/tables/{id}/tools/{name}' }),
  )
  expect(body.next_cursor).toBeNull()
})

test('one call creates an agent with its key', async () => {
  const { request } = await startGateway()
  const created = await request('POST', '/v1/agents', {
    body: { name: 'Sales', key: { expires_in: 60 } },
  })
  expect(created.status).toBe(201)
  const { key, expires_at } = created.body.key
  expect(new Date(expires_at).getTime()).toBeGreaterThan(Date.now())
  expect((await request('POST', '/v1/tools/get_context', { key, body: {} })).status).toBe(200)
  const plain = await request('POST', '/v1/agents', { body: { name: 'Support' } })
  expect(plain.body).not.toHaveProperty('key')
})

test('one call creates a stack with documents and a table, or nothing', async () => {
  const { request } = await startGateway()
  const create = (body: unknown) => request('POST', '/v1/stacks', { body })
  const { status, body } = await create({
    name: 'Invoices',
    documents: [{ filename: 'a.txt', text: 'Acme' }, { filename: 'b.txt' }],
    table: { name: 'Totals', mode: 'custom', custom_columns: ['vendor', 'total'] },
  })
  expect(status).toBe(201)
  expect(body.documents).toHaveLength(2)
  expect(body.table).toMatchObject({ name: 'Totals', stack_id: body.id })

  const { body: tables } = await request('GET', '/v1/tables')
  expect(tables.tables).toEqual([
    expect.objectContaining({
      id: body.table.id,
      name: 'Totals',
      stack: 'Invoices',
      columns: ['vendor', 'total'],
      documents: 2,
      rows: 0,
      status: 'in_progress',
    }),
  ])
  const refused = await create({
    name: 'Broken',
    documents: [{ filename: 'c.txt' }],
    table: { name: 'T', mode: 'auto', custom_columns: ['x'] },
  })
  expect(refused.status).toBe(400)
  expect((await request('GET', '/v1/stacks')).body.stacks).toHaveLength(1)
  expect((await request('GET', '/v1/documents')).body.documents).toHaveLength(2)
})

test('the list of tables continues at its cursor', async () => {
  const { request } = await startGateway()
  for (const name of ['B', 'A', 'C']) {
    await request('POST', '/v1/stacks', { body: { name, table: { name, mode: 'auto' } } })
  }
  const page = async (query: string) => (await request('GET', `/v1/tables?limit=2${query}`)).body
  const first = await page('')
  const second = await page(`&cursor=${encodeURIComponent(first.next_cursor)}`)
  const names = [...first.tables, ...second.tables].map(({ name }: { name: string }) => name)
  expect(names).toEqual(['A', 'B', 'C'])
  expect(second.next_cursor).toBeNull()
})
