import { afterAll, expect, test } from 'vitest'
import { openGateway } from './start-gateway.ts'

const gateway = await openGateway()
afterAll(gateway.close)
const { request, as } = gateway

const NAMES = ['Ada', 'Böll', 'Carl', 'dora', 'Emil', 'Franz', 'Gerd']

for (const name of NAMES) await request('POST', '/v1/agents', { body: { name } })
const stack = (await request('POST', '/v1/stacks', { body: { name: 'Invoices' } })).body.id
const ids: string[] = []
for (const name of NAMES) {
  await as(name).call('push_context', {
    key: `state of ${name}`,
    value: `"${'x'.repeat(name.length)}"`,
  })
  await as(name).call('promptyoself_schedule_every', {
    agent_id: name,
    prompt: `Write to ${name}`,
    every: `${name.length}h`,
  })
  await request('POST', `/v1/stacks/${stack}/tables`, {
    body: { name: `Table of ${name}`, mode: 'custom', custom_columns: ['vendor', 'amount'] },
  })
  const document = await request('POST', '/v1/documents', { body: { filename: `${name}.pdf` } })
  ids.push(document.body.id)
}
const { schedules } = (await request('GET', '/v1/schedules')).body
for (const { id } of schedules) await request('POST', `/v1/schedules/${id}/run`)
await request('POST', `/v1/stacks/${stack}/documents`, { body: { document_ids: ids } })
const table = (await request('GET', '/v1/tables?search=ADA')).body.tables[0].id
for (const [at, name] of NAMES.entries()) {
  await request('POST', `/v1/tables/${table}/tools/save_table_row`, {
    body: { document_id: `${name}.pdf`, vendor: `Vendor ${name}`, amount: String(at % 3) },
  })
}

type Entry = Record<string, unknown>

const LISTS = [
  {
    path: '/v1/calls',
    plural: 'calls',
    id: 'id',
    search: 'state of CARL',
    sorts: ['called_at', 'tool', 'agent', 'code', 'milliseconds', 'response_bytes'],
  },
  {
    path: '/v1/deliveries',
    plural: 'deliveries',
    id: 'id',
    search: 'to CARL',
    sorts: ['created_at', 'scheduled_for', 'agent_id', 'state', 'attempts_made'],
  },
  {
    path: '/v1/schedules',
    plural: 'schedules',
    id: 'id',
    search: 'to CARL',
    sorts: ['next_run', 'created_at', 'agent_id', 'prompt_text'],
  },
  {
    path: '/v1/context',
    plural: 'context',
    id: 'key',
    search: 'of CARL',
    sorts: ['key', 'written_at', 'written_by', 'expires_at', 'bytes', 'version'],
  },
  {
    path: '/v1/tables',
    plural: 'tables',
    id: 'id',
    search: 'of CARL',
    sorts: ['name', 'stack', 'created_at'],
  },
  {
    path: '/v1/documents',
    plural: 'documents',
    id: 'id',
    search: 'CARL',
    sorts: ['created_at', 'updated_at', 'filename'],
  },
  {
    path: '/v1/agents',
    plural: 'agents',
    id: 'name',
    search: 'CARL',
    sorts: ['name', 'role', 'created_at', 'updated_at'],
  },
  {
    path: `/v1/tables/${table}/rows`,
    plural: 'rows',
    id: 'document_id',
    search: 'vendor CARL',
    sorts: ['vendor', 'amount'],
  },
]

const get = async (path: string, query: string) => {
  const { status, body, text } = await request('GET', `${path}?${query}`)
  expect({ status, text }).toMatchObject({ status: 200 })
  return body
}

async function allPages(path: string, plural: string, query: string): Promise<Entry[]> {
  const entries: Entry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const body: Entry = await get(path, `limit=2&${query}${cursor && `&cursor=${cursor}`}`)
    entries.push(...(body[plural] as Entry[]))
    cursor = body.next_cursor as string | null
  }
  return entries
}

test.each(LISTS)('$plural are counted and searched', async ({ path, plural, search }) => {
  const all = await get(path, 'limit=1000&count=true')
  expect(all.total).toBe(all[plural].length)
  expect(all.total).toBeGreaterThanOrEqual(NAMES.length)
  const found = await get(path, `limit=1000&count=true&search=${encodeURIComponent(search)}`)
  expect(found.total).toBe(1)
  expect(found[plural]).toHaveLength(1)
  expect(JSON.stringify(found[plural])).toContain('Carl')
  expect(await get(path, 'limit=1')).not.toHaveProperty('total')
})

const sorted = LISTS.flatMap(({ sorts, ...list }) => sorts.map((sort) => ({ ...list, sort })))

test.each(sorted)(
  '$plural are sorted by $sort, page by page',
  async ({ path, plural, id, sort }) => {
    const up = await allPages(path, plural, `sort_by=${sort}`)
    const down = await allPages(path, plural, `sort_by=${sort}&descending=true`)
    const all = (await get(path, 'limit=1000'))[plural] as Entry[]
    const idsOf = (entries: Entry[]) => entries.map((entry) => entry[id])
    expect(idsOf(up).toSorted()).toEqual(idsOf(all).toSorted())
    expect(idsOf(down)).toEqual(idsOf(up).toReversed())
  },
)

test('a list in its own order has all entries, page by page', async () => {
  for (const { path, plural, id } of LISTS) {
    const all = (await get(path, 'limit=1000'))[plural] as Entry[]
    const pages = await allPages(path, plural, '')
    expect(pages.map((entry) => entry[id])).toEqual(all.map((entry) => entry[id]))
  }
})

test('the cursor of one order is refused in another', async () => {
  const { next_cursor } = await get('/v1/context', 'limit=1&sort_by=bytes')
  const { status, body } = await request('GET', `/v1/context?sort_by=key&cursor=${next_cursor}`)
  expect(status).toBe(400)
  expect(body.error).toContain("'cursor' is not a cursor of this list")
})

test('an order that a list does not have is refused with those that it has', async () => {
  const { status, body } = await request('GET', '/v1/context?sort_by=colour')
  expect(status).toBe(400)
  expect(body.error + body.suggestion).toContain('written_at')
  const reversed = await request('GET', '/v1/context?descending=true')
  expect(reversed.body.suggestion).toContain('written_at')
})

test.each([
  '/v1/tables?search=%00',
  '/v1/tables?name=%00',
  '/v1/agents?search=%00',
  '/v1/calls?search=%00',
  '/v1/deliveries?search=%00',
  '/v1/schedules?search=%00',
  '/v1/audit?search=%00',
])('%s, with a character that PostgreSQL cannot store, is no internal error', async (path) => {
  const { status, text } = await request('GET', path)
  expect([200, 400], text).toContain(status)
})
