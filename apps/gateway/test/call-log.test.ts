import { expect, test } from 'vitest'
import { sampleTools } from './sample-tools.ts'
import { ROOT_KEY, startGateway } from './start-gateway.ts'

async function start() {
  const { groups } = sampleTools()
  const gateway = await startGateway({ groups, families: [] })
  const calls = async (query = '') => (await gateway.request('GET', `/v1/calls${query}`)).body
  return { ...gateway, calls }
}

test('every call is logged once: who, what, how it ended', async () => {
  const { as, calls } = await start()
  const found = await as('Sales').call('search', { query: 'q' })
  const refused = await as('Support').call('search', {})
  await as('Sales').call('fails')
  const { calls: rows } = await calls()
  expect(rows).toHaveLength(3)
  expect(rows[2]).toMatchObject({
    agent: 'Sales',
    key_id: 'root',
    tool: 'search',
    path: '/v1/tools/search',
    status: 200,
    code: null,
    request_id: found.headers.get('x-request-id'),
    arguments: '{"query":"q"}',
    response_bytes: found.text.length,
    replayed: false,
  })
  expect(rows[2].milliseconds).toBeGreaterThan(0)
  expect(rows[1]).toMatchObject({
    agent: 'Support',
    status: 400,
    code: 'invalid_input',
    request_id: refused.body.request_id,
  })
  expect(rows[0]).toMatchObject({ status: 500, code: 'internal' })
})

test.each([
  ['/v1/tools/push_context', { key: 'k', value: 'v'.repeat(5000) }],
  [
    '/mcp',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'push_context', arguments: { key: 'k', value: 'v'.repeat(5000) } },
    },
  ],
])('a call at %s whose length is not declared is logged with its size', async (path, message) => {
  const { url, request } = await startGateway()
  const body = JSON.stringify(message)
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      'x-api-key': ROOT_KEY,
      'x-agent': 'A',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    // A stream is sent with Transfer-Encoding: chunked, without a Content-Length.
    body: new Blob([body]).stream(),
    duplex: 'half',
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('success')])
  const { calls } = (await request('GET', '/v1/calls')).body
  expect(calls).toMatchObject([{ tool: 'push_context', request_bytes: body.length }])
})

test('it can be filtered and paged', async () => {
  const { as, calls } = await start()
  for (let i = 0; i < 5; i++) await as(i % 2 ? 'A' : 'B').call('text')
  await as('A').call('search', {})
  expect((await calls('?agent=A')).calls).toHaveLength(3)
  expect((await calls('?outcome=error')).calls).toHaveLength(1)
  expect((await calls('?tool=text&since=2000-01-01T00:00:00Z')).calls).toHaveLength(5)
  expect((await calls('?until=2000-01-01T00:00:00Z')).calls).toHaveLength(0)
  const first = await calls('?limit=4')
  const second = await calls(`?limit=4&cursor=${first.next_cursor}`)
  expect(second.next_cursor).toBeNull()
  const ids = [...first.calls, ...second.calls].map(({ id }: { id: string }) => Number(id))
  expect(ids).toHaveLength(6)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

test.each(['calls', 'deliveries', 'agents'])(
  'an invalid cursor of the list of %s is explained as in every list',
  async (list) => {
    const { request } = await startGateway()
    const { status, body } = await request('GET', `/v1/${list}?cursor=zz`)
    expect([status, body.error]).toEqual([400, "Parameter 'cursor' is not a cursor of this list."])
    expect(body.suggestion).toContain("Leave out 'cursor'")
  },
)

test('secrets and long texts are not kept', async () => {
  const { as, calls } = await start()
  const value = { password: 'hunter2', nested: { api_key: 'abc', note: 'x'.repeat(5000) } }
  await as('A').call('falsy', { value })
  const [{ arguments: kept }] = (await calls()).calls
  expect(kept).not.toMatch(/hunter2|"abc"/)
  expect(kept.length).toBeLessThan(2000)
  expect(JSON.parse(kept).value.password).toBe('[redacted]')
})

test('an agent sees its own calls only', async () => {
  const { as, request } = await start()
  await request('POST', '/v1/agents', { body: { name: 'A' } })
  const { body } = await request('POST', '/v1/agents/A/keys', { body: {} })
  await as('A').call('text')
  await as('B').call('text')
  const seen = async (query: string) => {
    const answer = await request('GET', `/v1/calls${query}`, { key: body.key })
    return answer.body.calls.map(({ agent }: { agent: string }) => agent)
  }
  expect(await seen('')).toEqual(['A'])
  expect(await seen('?agent=A')).toEqual(['A'])
  expect(await seen('?agent=B')).toEqual([])
})

test.each([
  ['agent', '%00'],
  ['tool', 'a%00b'],
  ['code', '%00'],
  ['request_id', '%00'],
  ['since', '0000-01-01T00:00:00Z'],
  ['until', '0000-12-31T23:59:59Z'],
  ['since', '2026-02-30T00:00:00Z'],
])('a filter %s=%s is refused by its name', async (name, value) => {
  const { request } = await start()
  const answer = await request('GET', `/v1/calls?${name}=${value}`)
  expect(answer.status).toBe(400)
  expect(answer.body.error).toContain(`'${name}'`)
})

test('a time may be given in any time zone', async () => {
  const { as, calls } = await start()
  await as('A').call('text')
  for (const since of ['2000-01-01T00:00:00%2B23:59', '2000-01-01t00:00:00.123456789z']) {
    expect((await calls(`?since=${since}`)).calls, since).toHaveLength(1)
  }
})
