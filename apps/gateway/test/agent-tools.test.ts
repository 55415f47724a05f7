import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

test('the effective tools of an agent are listed with the reason for each', async () => {
  const { request } = await startGateway()
  await request('PUT', '/v1/roles/reader', {
    body: { allowed_tools: ['get_context', 'health'], denied_tools: [] },
  })
  await request('POST', '/v1/agents', {
    body: { name: 'Sales', role: 'reader', denied_tools: ['health'] },
  })
  await request('POST', '/v1/agents', { body: { name: 'Free' } })
  await request('POST', '/v1/agents', {
    body: { name: 'Lost', role: 'accounting', allowed_tools: ['get_context'] },
  })
  const reasons = async (agent: string) => {
    const { body } = await request('GET', `/v1/agents/${agent}/tools`)
    return Object.fromEntries(
      body.tools.map((tool: { name: string; permitted: boolean; reason: string }) => [
        tool.name,
        `${tool.permitted} ${tool.reason}`,
      ]),
    )
  }
  expect(await reasons('Sales')).toMatchObject({
    get_context: 'true in the allow-list of the role reader',
    health: 'false denied by the agent',
    push_context: 'false not in the allow-list of the role reader',
  })
  expect(await reasons('Free')).toMatchObject({ push_context: 'true no list excludes it' })
  expect(await reasons('Lost')).toMatchObject({ get_context: 'false there is no role accounting' })
  expect((await request('GET', '/v1/agents/Nobody/tools')).status).toBe(404)
})

test('a key can be limited to some tools', async () => {
  const { request } = await startGateway()
  await request('POST', '/v1/agents', { body: { name: 'Sales' } })
  const create = (paths: unknown) =>
    request('POST', '/v1/agents/Sales/keys', { body: { paths, expires_in: 600 } })
  const { key } = (await create(['/v1/tools/list_context'])).body
  const call = (tool: string) =>
    request('POST', `/v1/tools/${tool}`, { body: {}, headers: { 'x-api-key': key } })
  expect((await call('list_context')).status).toBe(200)
  expect((await call('get_context')).status).toBe(403)
  const [listed] = (await request('GET', '/v1/keys?agent=Sales')).body.keys
  expect(listed).toMatchObject({ paths: ['/v1/tools/list_context'] })
  const [{ action, after }] = (await request('GET', '/v1/audit')).body.acts
  expect({ action, after }).toMatchObject({
    action: 'create_key',
    after: { paths: ['/v1/tools/list_context'] },
  })
  for (const paths of [[], ['list_context'], ['/v1/agents']]) {
    expect((await create(paths)).status).toBe(400)
  }
})

test('agents are found by a part of their name, keys by their agent', async () => {
  const { request } = await startGateway()
  for (const name of ['Sales EU', 'Sales US', 'Support']) {
    await request('POST', '/v1/agents', { body: { name, with_key: true } })
  }
  const { agents } = (await request('GET', '/v1/agents?search=SALES')).body
  expect(agents.map(({ name }: { name: string }) => name)).toEqual(['Sales EU', 'Sales US'])
  const { keys } = (await request('GET', '/v1/keys?agent=Support')).body
  expect(keys.map(({ agent }: { agent: string }) => agent)).toEqual(['Support'])
})
