import { describe, expect, test } from 'vitest'
import { startFresh } from './call-samples.ts'
import { changingFamily } from './sample-tools.ts'

describe('repeated calls', () => {
  const effects = (services: {
    database: { pool: { query(text: string): Promise<{ rowCount: number | null }> } }
  }) =>
    services.database.pool
      .query("select 1 from workspaces where name <> 'default'")
      .then(({ rowCount }) => rowCount)

  test.each(['count_up', 'count_outside'])('%s happens once per key', async (tool) => {
    const { post, services } = await startFresh()
    const key = { 'idempotency-key': 'k1' }
    const first = await post(tool, { label: 'a' }, key)
    const second = await post(tool, { request_heartbeat: null, label: 'a' }, key)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await effects(services)).toBe(1)
    const other = await post(tool, { label: 'b' }, key)
    expect(other.status).toBe(422)
    await post(tool, { label: 'a' }, { 'idempotency-key': 'k2' })
    expect(await effects(services)).toBe(2)
  })

  test('the ids of an envelope are keys as well', async () => {
    const { post, services } = await startFresh()
    const body = { tool_name: 'count_up', parameters: { label: 'a' }, tool_call_id: 'call_1' }
    const [first, second] = [await post('count_up', body), await post('count_up', body)]
    expect(second.body).toEqual(first.body)
    expect(await effects(services)).toBe(1)
  })

  test.each(['count_up', 'count_outside'])(
    'concurrent duplicates of %s have one effect',
    async (tool) => {
      const { post, services } = await startFresh()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => post(tool, { label: 'a' }, { 'idempotency-key': 'k' })),
      )
      expect(await effects(services)).toBe(1)
      for (const { status } of answers) expect([200, 409]).toContain(status)
      const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id))
      expect(ids.size).toBe(1)
    },
  )

  test('a failed call stores nothing, so that it can be corrected under the same key', async () => {
    const { post, services } = await startFresh()
    const key = { 'idempotency-key': 'k1' }
    expect((await post('count_up', { label: '' }, key)).status).toBe(400)
    expect((await post('count_up', { label: 'a', fail: true }, key)).status).toBe(409)
    expect(await effects(services)).toBe(0)
    expect((await post('count_up', { label: 'a' }, key)).status).toBe(200)
  })

  test('another agent with the same key makes another call', async () => {
    const { as, request, services } = await startFresh()
    for (const agent of ['A', 'B']) {
      const headers = { 'x-agent': agent, 'idempotency-key': 'k' }
      await request('POST', '/v1/tools/count_up', { body: { label: agent }, headers })
    }
    expect(as).toBeDefined()
    expect(await effects(services)).toBe(2)
  })
})

test('tools that come and go are called like all others', async () => {
  const { family, columns } = changingFamily()
  const { request } = await startFresh({ families: [family] })
  const save = (id: string, body: unknown) =>
    request('POST', `/v1/things/${id}/tools/save`, { body })
  expect((await save('t1', {})).status).toBe(404)
  columns.set('t1', ['vendor'])
  expect((await save('t1', { vendor: 'Acme' })).body).toEqual({ vendor: 'Acme' })
  const wrong = await save('t1', { amount: '1' })
  expect(wrong.body.error).toContain("Unknown parameter 'amount'. Valid parameters: vendor")
  columns.set('t1', ['amount'])
  expect((await save('t1', { amount: '1' })).status).toBe(200)
  const [descriptor] = (await request('GET', '/v1/descriptors?table=t1')).body
  expect(Object.keys(descriptor.parameters.properties)).toEqual(['amount'])
  expect(descriptor.url).toMatch(/\/v1\/things\/t1\/tools\/save$/)
})
