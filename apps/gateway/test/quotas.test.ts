import { openDatabase } from '@quartermaster/db'
import { eventually } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openQuotas } from '../src/limits/quotas.ts'
import { type Answer, startGateway, type TestGateway } from './start-gateway.ts'

const NONE = { keys: 0, bytes: 0, rows: 0, schedules: 0 }

const limit = (gateway: TestGateway, quotas: object, workspace = 'default') =>
  gateway.request('PATCH', `/v1/workspaces/${workspace}`, { body: { quotas } })

/** Repeats a write until a count has shown that the quota is used up; each time with another number. */
function untilRefused(write: (n: number) => Promise<Answer>): Promise<Answer> {
  let n = 0
  return eventually(async () => {
    const answer = await write(n++)
    expect(answer.body).toMatchObject({ code: 'quota_exceeded' })
    return answer
  })
}

test('a workspace that has used up its quota of keys can still replace and delete keys', async () => {
  const gateway = await startGateway()
  const { call } = gateway.as('Clerk')
  await limit(gateway, { keys: 3 })
  const push = (n: number) => call('push_context', { key: `key ${n}`, value: 1 })

  const refused = await untilRefused(push)
  const { used } = refused.body
  expect(refused.status).toBe(403)
  expect(used).toBeGreaterThanOrEqual(3)
  expect(refused.body).toMatchObject({
    code: 'quota_exceeded',
    error: `This workspace has used up its quota of keys: ${used} of 3. Nothing was stored.`,
    retryable: false,
    quota: 'keys',
    limit: 3,
  })
  expect(refused.body.suggestion).toContain('delete_context')
  expect((await push(0)).body).toMatchObject({ version: 2 })
  expect((await call('get_context', { keys: ['key 0'] })).status).toBe(200)

  for (let n = 0; n < used; n++) await call('delete_context', { key: `key ${n}` })
  await eventually(async () => expect((await push(used)).status).toBe(200))
})

test('a repeated call gets its stored answer although the quota has been used up since', async () => {
  const gateway = await startGateway({ config: { quotas: { ...NONE, keys: 1 } } })
  const push = (key: string) =>
    gateway.request('POST', '/v1/tools/push_context', {
      body: { key, value: 1 },
      headers: { 'x-agent': 'Clerk', 'idempotency-key': key },
    })
  const first = await push('a')
  await untilRefused((n) => push(`b${n}`))
  await gateway.as('Clerk').call('delete_context', { key: 'a' })
  await gateway.as('Clerk').call('push_context', { key: 'other', value: 1 })
  const again = await push('a')
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.text).toBe(first.text)
})

test('quotas of rows, bytes and schedules hold for tools and for routes', async () => {
  const gateway = await startGateway()
  const { request } = gateway
  const { call } = gateway.as('Clerk')
  const documents = Array.from({ length: 500 }, (_, n) => ({ filename: `${n}.pdf` }))
  const stack = await request('POST', '/v1/stacks', { body: { name: 'Invoices', documents } })
  const table = await request('POST', `/v1/stacks/${stack.body.id}/tables`, {
    body: { name: 'Amounts', mode: 'custom', custom_columns: ['amount'] },
  })
  const path = `/v1/tables/${table.body.id}`
  const save = (document_id: string, amount = '1') =>
    request('POST', `${path}/tools/save_table_row`, { body: { document_id, amount } })

  await limit(gateway, { rows: 1, schedules: 1 })
  expect((await untilRefused((n) => save(`${n}.pdf`))).body).toMatchObject({ quota: 'rows' })
  expect((await save('0.pdf', '2')).status).toBe(200)
  const file = await request('POST', `${path}/import`, {
    body: 'document,amount\n499.pdf,3\n',
    headers: { 'content-type': 'text/csv' },
  })
  expect(file.body).toMatchObject({ code: 'quota_exceeded', quota: 'rows' })

  const schedule = () =>
    call('promptyoself_schedule_every', { agent_id: 'Clerk', prompt: 'Look', every: '1h' })
  await request('POST', '/v1/agents', { body: { name: 'Clerk' } })
  expect((await untilRefused(schedule)).body).toMatchObject({ quota: 'schedules' })

  await limit(gateway, { bytes: 1000 })
  const text = Array.from({ length: 2000 }, () => Math.random()).join(' ')
  await request('POST', '/v1/documents', { body: { filename: 'long.txt', text } })
  const short = (n: number) => request('POST', '/v1/documents', { body: { filename: `${n}.txt` } })
  expect((await untilRefused(short)).body).toMatchObject({ quota: 'bytes' })
  expect((await call('push_context', { key: 'a', value: 1 })).body.quota).toBe('bytes')
})

test('the operator sees and changes quotas, and every change is in the audit log', async () => {
  const gateway = await startGateway({ config: { quotas: { ...NONE, keys: 100 } } })
  const { request } = gateway
  await request('POST', '/v1/workspaces', { body: { name: 'Acme' } })
  await gateway.as('Clerk', 'Acme').call('push_context', { key: 'a', value: 1 })
  const before = await request('GET', '/v1/workspaces/Acme')
  expect(before.body.quotas).toMatchObject({
    keys: { used: 1, limit: 100, is_default: true },
    rows: { used: 0, limit: 0, is_default: true },
  })
  const changed = await limit(gateway, { keys: 5, rows: 7 }, 'Acme')
  expect(changed.body.quotas.keys).toEqual({ used: 1, limit: 5, is_default: false })
  expect((await limit(gateway, { keys: null }, 'Acme')).body.quotas).toMatchObject({
    keys: { limit: 100, is_default: true },
    rows: { limit: 7, is_default: false },
  })
  const { body } = await request('GET', '/v1/audit?action=update_workspace')
  expect(body.acts[1]).toMatchObject({
    subject: 'Acme',
    before: { quotas: { keys: null, rows: null } },
    after: { quotas: { keys: 5, rows: 7 } },
  })
  expect((await limit(gateway, { keys: -1 })).status).toBe(400)
  expect((await limit(gateway, { pages: 1 })).status).toBe(400)
  expect((await limit(gateway, { keys: 1 }, 'nobody')).status).toBe(404)
})

test('limits hold for one workspace only, and metrics show how much is used', async () => {
  const gateway = await startGateway()
  await gateway.request('POST', '/v1/workspaces', { body: { name: 'Acme' } })
  await limit(gateway, { keys: 2 }, 'Acme')
  const acme = gateway.as('Clerk', 'Acme')
  await untilRefused((n) => acme.call('push_context', { key: `key ${n}`, value: 1 }))
  expect((await gateway.as('Clerk').call('push_context', { key: 'x', value: 1 })).status).toBe(200)
  const { text } = await gateway.request('GET', '/metrics')
  const [, ratio] = /quartermaster_quota_used_ratio\{quota="keys"\} (\S+)/.exec(text) ?? []
  expect(Number(ratio)).toBeGreaterThanOrEqual(1)
  expect(text).toMatch(/quartermaster_quota_refusals_total\{quota="keys"\} \d+/)
})

test('a gateway learns from another how much a workspace stores', async () => {
  const gateway = await startGateway()
  await limit(gateway, { keys: 2 })
  const database = openDatabase({ url: gateway.databaseUrl, maxConnections: 2 })
  onTestFinished(() => database.close())
  const other = await openQuotas({ db: database.db, onError: (error) => expect.fail(`${error}`) })
  const { id } = (await gateway.request('GET', '/v1/workspaces/default')).body
  expect(await other.check(id, ['keys'], 0)).toEqual([])
  for (const key of ['a', 'b', 'c']) {
    await gateway.as('Clerk').call('push_context', { key, value: 1 })
  }
  await eventually(async () => {
    await other.refresh()
    expect(await other.check(id, ['keys'], 0)).toMatchObject([{ quota: 'keys', limit: 2 }])
  })
})

test('a workspace without a limit is never counted, and costs no query', async () => {
  const gateway = await startGateway()
  const { quotas } = gateway.services
  await gateway.as('Clerk').call('push_context', { key: 'a', value: 1 })
  const { id } = (await gateway.request('GET', '/v1/workspaces/default')).body
  expect(quotas.check(id, ['keys', 'bytes'], 10)).toBeUndefined()
  expect(quotas.highestUse()).toEqual([])
})
