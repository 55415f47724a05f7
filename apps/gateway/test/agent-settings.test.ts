import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

test('A15 secrets of delivery settings are never returned', async () => {
  const { request } = await startGateway()
  const deliver_to = {
    kind: 'webhook',
    url: 'https://example.com/in',
    headers: { 'x-token': 't0p' },
  }
  const created = await request('POST', '/v1/agents', { body: { name: 'Ann', deliver_to } })
  expect(created.status).toBe(201)
  const answers = [
    created,
    await request('GET', '/v1/agents'),
    await request('GET', '/v1/agents/Ann'),
    await request('PATCH', '/v1/agents/Ann', { body: { role: null } }),
  ]
  for (const { text } of answers) {
    expect(text).toContain('"x-token":"***"')
    expect(text).not.toContain('t0p')
  }
  const masked = { ...deliver_to, headers: { 'x-token': '***' } }
  const refused = await request('PATCH', '/v1/agents/Ann', { body: { deliver_to: masked } })
  expect(refused.status).toBe(400)
  expect(refused.body.error).toContain('in place of a secret')
})

test('F7 a role that does not exist is a warning', async () => {
  const { request } = await startGateway()
  const body = { name: 'Ann', role: 'reader' }
  const { warnings } = (await request('POST', '/v1/agents', { body })).body
  expect(warnings).toEqual([expect.stringContaining("There is no role 'reader'")])
  await request('PUT', '/v1/roles/reader', { body: {} })
  const changed = await request('PATCH', '/v1/agents/Ann', { body: { role: 'reader' } })
  expect(changed.body).not.toHaveProperty('warnings')
})

test('F7 a misspelt tool in the limits of an agent or a role is a warning', async () => {
  const { request } = await startGateway()
  const agent = { name: 'Ann', denied_tools: ['push_contxt'] }
  const { body } = await request('POST', '/v1/agents', { body: agent })
  const warnings = ["There is no tool 'push_contxt'. Did you mean 'push_context'?"]
  expect(body.warnings).toEqual(warnings)
  const limits = { denied_tools: ['push_contxt', 'save_table_row'] }
  const role = await request('PUT', '/v1/roles/reader', { body: limits })
  expect(role.body).toMatchObject({ name: 'reader', warnings })
})

test('an agent whose name differs by case or a slip from another is a warning', async () => {
  const { request } = await startGateway()
  expect(
    (await request('POST', '/v1/agents', { body: { name: 'Sales' } })).body,
  ).not.toHaveProperty('warnings')
  const { body } = await request('POST', '/v1/agents', { body: { name: 'sales' } })
  expect(body.warnings).toEqual(["There is also an agent 'Sales', which is not the same."])
})
