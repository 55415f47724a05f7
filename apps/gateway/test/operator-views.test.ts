import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

test('the operator sees every value and who may read it, even if nobody may', async () => {
  const { request, as } = await startGateway()
  await request('POST', '/v1/agents', { body: { name: 'Sales' } })
  await as('Research').call('subscribe_to_topics', { topics: ['leads'] })
  const push = (key: string, more = {}) =>
    as('Support').call('push_context', { key, value: '{"stage":"won"}', ...more })
  await push('global', { ttl_hours: 0 })
  await push('topic', { topics: ['leads'] })
  await push('direct', { subscribers: ['Sales'] })
  await push('unread', { topics: ['nobody-listens'] })

  const { body } = await request('GET', '/v1/context')
  const item = (key: string) => body.context.find((entry: { key: string }) => entry.key === key)
  expect(item('global')).toMatchObject({ global: true, written_by: 'Support', version: 1 })
  expect(item('global').ttl_remaining).toBeNull()
  expect(item('topic')).toMatchObject({ global: false, topics: ['leads'], readers: ['Research'] })
  expect(item('topic').ttl_remaining).toBeGreaterThan(0)
  expect(item('direct')).toMatchObject({ readers: ['Sales'], topics: [] })
  expect(item('unread')).toMatchObject({ global: false, readers: [] })
  expect(item('unread')).not.toHaveProperty('value')

  const one = await request('GET', '/v1/context?key=unread')
  expect(one.body.context).toMatchObject([{ key: 'unread', value: { stage: 'won' } }])
  const paged = await request('GET', '/v1/context?limit=3')
  const rest = await request('GET', `/v1/context?limit=3&cursor=${paged.body.next_cursor}`)
  expect(rest.body).toMatchObject({ context: [{ key: 'global' }], next_cursor: null })
})

test('agents do not have the operator’s view', async () => {
  const { request } = await startGateway()
  const body = { name: 'Sales', with_key: true }
  const { key } = (await request('POST', '/v1/agents', { body })).body.key
  expect((await request('GET', '/v1/context', { key })).status).toBe(403)
})

test('calls are counted by tool, agent, code and time', async () => {
  const { request, as } = await startGateway()
  await as('Sales').call('get_context')
  await as('Sales').call('get_context', { keys: 1 })
  await as('Support').call('list_context')
  const stats = async (query: string) => (await request('GET', `/v1/stats${query}`)).body.stats
  expect(await stats('')).toMatchObject([
    { group: 'get_context', calls: 2, errors: 1 },
    { group: 'list_context', calls: 1, errors: 0 },
  ])
  expect(await stats('?by=agent')).toMatchObject([
    { group: 'Sales', calls: 2 },
    { group: 'Support', calls: 1 },
  ])
  expect(await stats('?by=code')).toMatchObject([
    { group: 'ok', calls: 2 },
    { group: 'invalid_input', calls: 1 },
  ])
  const hours: { group: string; calls: number }[] = await stats('?by=hour')
  expect(hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(3)
  expect(hours[0]?.group).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/)
  expect(await stats('?until=2020-01-01T00:00:00Z')).toEqual([])
})
