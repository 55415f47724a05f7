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
  const readers = { everyone: false, topics: [], agents: [], unregistered_agents: 0 }
  expect(item('global')).toMatchObject({ written_by: 'Support', version: 1, ttl_remaining: null })
  expect(item('global').readers).toEqual({ ...readers, everyone: true })
  expect(item('topic').ttl_remaining).toBeGreaterThan(0)
  expect(item('topic').readers).toEqual({ ...readers, topics: ['leads'] })
  expect(item('direct').readers).toEqual({ ...readers, agents: ['Sales'] })
  expect(item('unread').readers).toEqual({ ...readers, topics: ['nobody-listens'] })
  expect(item('unread')).not.toHaveProperty('value')

  const one = await request('GET', '/v1/context?key=unread')
  expect(one.body.context).toMatchObject([{ key: 'unread', value: { stage: 'won' } }])
  const paged = await request('GET', '/v1/context?limit=3')
  const rest = await request('GET', `/v1/context?limit=3&cursor=${paged.body.next_cursor}`)
  expect(rest.body).toMatchObject({ context: [{ key: 'unread' }], next_cursor: null })
  const matching = await request('GET', '/v1/context?pattern=g*')
  expect(matching.body.context).toMatchObject([{ key: 'global' }])
})

test('agents do not have the operator’s view', async () => {
  const { request } = await startGateway()
  const body = { name: 'Sales', with_key: true }
  const { key } = (await request('POST', '/v1/agents', { body })).body.key
  expect((await request('GET', '/v1/context', { key })).status).toBe(403)
})

test('a version of a key is restored, and the audit log has a record of it', async () => {
  const { request, as } = await startGateway()
  for (const value of [1.0, '123456789012345678901234567890']) {
    await as('Sales').call('push_context', { key: 'a/b', value, subscribers: ['Sales'] })
  }
  const list = await request('GET', '/v1/context/versions?key=a%2Fb')
  expect(list.body).toMatchObject({
    versions: [
      { version: 2, written_by: 'Sales', is_current: true },
      { version: 1, value: 1, is_current: false },
    ],
    more: false,
  })
  expect(list.text).toContain('123456789012345678901234567890')
  const body = { key: 'a/b', version: 1, if_version: 2 }
  const restored = await request('POST', '/v1/context/restore', { body })
  expect(restored.body).toEqual({ key: 'a/b', version: 3, restored_version: 1 })
  const again = await request('POST', '/v1/context/restore', { body })
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })

  const one = await request('GET', '/v1/context?key=a%2Fb')
  expect(one.body.context).toMatchObject([{ value: 1, readers: { unregistered_agents: 1 } }])
  const audit = await request('GET', '/v1/audit?subject_kind=context')
  expect(audit.body.acts).toMatchObject([
    { action: 'restore_context', subject: 'a/b', before: { version: 2 }, after: { version: 3 } },
  ])
})

test('an agent that may not push cannot restore', async () => {
  const { request, as } = await startGateway()
  for (const value of [1, 2]) await as('Sales').call('push_context', { key: 'k', value })
  const agent = { name: 'Reader', denied_tools: ['push_context'], with_key: true }
  const { key } = (await request('POST', '/v1/agents', { body: agent })).body.key
  const body = { key: 'k', version: 1 }
  expect((await request('POST', '/v1/context/restore', { body, key })).status).toBe(403)
  expect((await request('GET', '/v1/context/versions?key=k', { key })).status).toBe(403)
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

test('a workspace is deleted with everything in it, but the default one is not', async () => {
  const { request } = await startGateway()
  await request('POST', '/v1/workspaces', { body: { name: 'acme' } })
  const headers = { 'x-workspace': 'acme' }
  const body = { name: 'Sales', with_key: true }
  const { key } = (await request('POST', '/v1/agents', { body, headers })).body.key
  expect((await request('GET', '/v1/whoami', { key })).status).toBe(200)
  expect((await request('DELETE', '/v1/workspaces/acme')).status).toBe(204)
  expect((await request('GET', '/v1/whoami', { key })).status).toBe(401)
  expect((await request('DELETE', '/v1/workspaces/acme')).status).toBe(404)
  expect((await request('DELETE', '/v1/workspaces/default')).status).toBe(409)
})

test('the list of keys says when each was last used', async () => {
  const { request, services } = await startGateway()
  await request('POST', '/v1/agents', { body: { name: 'Sales', with_key: true } })
  const lastUse = async () => (await request('GET', '/v1/keys')).body.keys[0].last_used_at
  expect(await lastUse()).toBeNull()
  await services.database.pool.query("update api_keys set last_used_at = '2026-01-01T00:00:00Z'")
  expect(await lastUse()).toBe('2026-01-01T00:00:00.000Z')
})

test('the operator sees the limits in force, and no secrets', async () => {
  const quotas = { keys: 100_000, bytes: 0, rows: 0, schedules: 0 }
  const { request } = await startGateway({ config: { rateLimit: 500, quotas, auditDays: 90 } })
  const { body } = await request('GET', '/v1/settings')
  const values = Object.fromEntries(
    body.settings.map(({ variable, value }: Record<string, string>) => [variable, value]),
  )
  expect(values).toMatchObject({ QM_QUOTA_KEYS: '100000', QM_AUDIT_DAYS: '90' })
  expect(body.settings).toContainEqual({
    variable: 'QM_RATE_LIMIT',
    value: '500',
    description: 'Calls per agent and minute; 0 for no limit',
  })
  expect(Object.keys(values).join()).not.toMatch(/_KEY\b|_KEY_|SECRET|PASSWORD/)
})
