import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, startGateway, type TestGateway } from './start-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway()
})
afterAll(() => gateway.close())

const post = (path: string, body: unknown = {}) => gateway.request('POST', path, { body })
const acts = async (query = '') => (await gateway.request('GET', `/v1/audit${query}`)).body.acts

/** One call of every act, in an order in which each succeeds. */
async function performAll(): Promise<void> {
  const { request } = gateway
  await post('/v1/workspaces', { name: 'Tenant' })
  await request('PATCH', '/v1/workspaces/Tenant', {
    body: { quotas: { keys: 5 }, context_deletion: 'writer' },
  })
  await request('DELETE', '/v1/workspaces/Tenant')
  await request('PUT', '/v1/roles/reader', { body: { allowed_tools: ['get_context'] } })
  await request('DELETE', '/v1/roles/reader')
  await post('/v1/agents', { name: 'Ann' })
  await request('PATCH', '/v1/agents/Ann', { body: { denied_tools: ['delete_topic'] } })
  const key = (await post('/v1/agents/Ann/keys')).body
  await post('/v1/descriptors', { agent: 'Ann', tools: ['get_context'] })
  await request('DELETE', `/v1/keys/${key.id}`)
  const scheduled = await gateway
    .as('Ann')
    .call('promptyoself_schedule_every', { agent_id: 'Ann', prompt: 'hello', every: '1h' })
  const { id } = scheduled.body
  for (const act of ['pause', 'resume']) await post(`/v1/schedules/${id}/${act}`)
  for (const act of ['pause', 'resume']) await post(`/v1/schedules/${act}`)
  await request('DELETE', '/v1/deliveries/troubles/Ann')
  for (const value of [1, 2]) await gateway.as('Ann').call('push_context', { key: 'k', value })
  await post('/v1/context/restore', { key: 'k', version: 1 })
  const document = (await post('/v1/documents', { filename: 'a.pdf' })).body.id
  const stack = (await post('/v1/stacks', { name: 'Invoices' })).body.id
  await post(`/v1/stacks/${stack}/documents`, { document_ids: [document] })
  const table = (await post(`/v1/stacks/${stack}/tables`, { name: 'T', mode: 'auto' })).body.id
  await request('DELETE', `/v1/tables/${table}`)
  await request('DELETE', `/v1/stacks/${stack}/documents/${document}`)
  await request('DELETE', `/v1/documents/${document}`)
  await request('DELETE', `/v1/stacks/${stack}`)
  await request('DELETE', '/v1/agents/Ann')
}

test('every administrative operation leaves a record of who, what and when', async () => {
  const { paths } = (await gateway.request('GET', '/openapi.json')).body
  const audited = Object.values(paths as Record<string, Record<string, Operation>>)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation['x-audited'])
    .map(({ operationId }) => operationId)
  await performAll()
  const recorded = await acts('?limit=1000')
  const actions = new Set(recorded.map(({ action }: { action: string }) => action))
  expect([...actions].sort()).toEqual(audited.sort())
  for (const act of recorded) {
    expect(act).toMatchObject({ actor: 'root', key_id: 'root', workspace: 'default' })
    expect(act.request_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(act.before ?? act.after).not.toBeNull()
  }
})

type Operation = { operationId: string; 'x-audited'?: true }

test('a change shows the old and the new state, and no secret', async () => {
  const deliver_to = {
    kind: 'webhook',
    url: 'https://hooks.example/a',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: { 'x-token': 'very-secret-header' },
  }
  await post('/v1/agents', { name: 'Bob', with_key: true })
  await gateway.request('PATCH', '/v1/agents/Bob', { body: { deliver_to } })
  const [changed, created] = await acts('?subject=Bob')
  expect(changed).toMatchObject({ action: 'update_agent', before: { deliver_to: null } })
  expect(changed.after.deliver_to).toMatchObject({
    kind: 'webhook',
    url: 'https://hooks.example/a',
  })
  expect(created.after.issued_key).toMatch(/^\w{12}$/)
  const everything = (await gateway.request('GET', '/v1/audit/export')).text
  expect(everything).not.toContain('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  expect(everything).not.toContain('very-secret-header')
  expect(everything).not.toContain('qm_')
})

test('tools that are administrative acts are recorded too, by the agent that called', async () => {
  await post('/v1/agents', { name: 'Warden', allowed_tools: ['*', 'pause_prompts'] })
  const { key } = (await post('/v1/agents/Warden/keys')).body
  const paused = await gateway.request('POST', '/v1/tools/pause_prompts', {
    key,
    body: { paused: true },
  })
  expect(paused.status).toBe(200)
  const [act] = await acts('?actor=Warden')
  expect(act).toMatchObject({ action: 'pause_prompts', after: { paused: true } })
  await gateway.request('POST', '/v1/tools/pause_prompts', { key, body: { paused: false } })
})

test('a tool that cannot be recorded has no effect', async () => {
  const { request, services } = await startGateway()
  const { pool } = services.database
  const pause = () =>
    request('POST', '/v1/tools/pause_prompts', {
      body: { paused: true },
      headers: { 'x-agent': 'Warden' },
    })
  const warden = { name: 'Warden', allowed_tools: ['pause_prompts'] }
  await request('POST', '/v1/agents', { body: warden })
  await pool.query('alter table audit_log add constraint is_full check (false) not valid')
  expect((await pause()).status).toBeGreaterThanOrEqual(500)
  expect((await request('GET', '/v1/schedules/pause')).body.paused).toBe(false)
  await pool.query('alter table audit_log drop constraint is_full')
  expect((await pause()).body).toMatchObject({ paused: true, changed: true })
})

test('an act that fails leaves no record', async () => {
  const before = await acts('?limit=1000')
  expect((await gateway.request('DELETE', '/v1/agents/nobody')).status).toBe(404)
  expect((await post('/v1/agents', { name: 'root' })).status).toBe(409)
  expect(await acts('?limit=1000')).toHaveLength(before.length)
})

test('records are found by text, time and subject, page by page', async () => {
  for (let i = 0; i < 5; i++) await post('/v1/workspaces', { name: `Search 100%_${i}` })
  const first = (await gateway.request('GET', '/v1/audit?search=100%25_&limit=3')).body
  expect(first.acts.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Search 100%_4',
    'Search 100%_3',
    'Search 100%_2',
  ])
  const next = await acts(`?search=100%25_&limit=3&cursor=${first.next_cursor}`)
  expect(next).toHaveLength(2)
  expect(await acts('?search=100%25x')).toEqual([])
  expect(await acts('?since=2199-01-01T00:00:00Z')).toEqual([])
  expect(await acts('?subject_kind=workspace&action=create_workspace&limit=2')).toHaveLength(2)
})

test('the log is exported as CSV and as lines of JSON', async () => {
  await post('/v1/workspaces', { name: '=1+1' })
  const csv = await gateway.request('GET', '/v1/audit/export?format=csv')
  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect(csv.text.split('\r\n')[0]).toMatch(/^id,acted_at,workspace,actor/)
  expect(csv.text).toContain("'=1+1")
  const lines = (await gateway.request('GET', '/v1/audit/export')).text.trim().split('\n')
  expect(lines).toHaveLength((await acts('?limit=1000')).length)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ subject: '=1+1' })
})

test.each([
  [0, '127.0.0.1'],
  [1, '192.0.2.2'],
  [2, '192.0.2.1'],
])(
  'behind %i proxies the address is what the proxies say, not what the caller claims: %s',
  async (trustedProxies, address) => {
    const { request } = await startGateway({ config: { trustedProxies } })
    const headers = { 'x-forwarded-for': '203.0.113.9, 192.0.2.1, 192.0.2.2' }
    await request('PUT', '/v1/roles/reader', { body: { allowed_tools: [] }, headers })
    expect((await request('GET', '/v1/audit')).body.acts[0]).toMatchObject({ address })
  },
)

test('agents cannot read the audit log', async () => {
  const { key } = (await post('/v1/agents', { name: 'Curious', with_key: true })).body.key
  for (const path of ['/v1/audit', '/v1/audit/export']) {
    expect((await gateway.request('GET', path, { key })).status).toBe(403)
  }
})

test('the database refuses to change or delete records', async () => {
  await post('/v1/workspaces', { name: 'Kept' })
  const { pool } = gateway.services.database
  for (const statement of [
    `update audit_log set actor = 'nobody'`,
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(pool.query(statement)).rejects.toThrow('append-only')
  }
})
