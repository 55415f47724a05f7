import { describe, expect, test } from 'vitest'
import { sampleTools } from './sample-tools.ts'
import { ROOT_KEY, startGateway } from './start-gateway.ts'

async function start() {
  const { groups, seen } = sampleTools()
  const gateway = await startGateway({ groups, families: [] })
  const register = async (agent: Record<string, unknown>, workspace = 'default') => {
    const headers = { 'x-workspace': workspace }
    const created = await gateway.request('POST', '/v1/agents', { body: agent, headers })
    expect(created.status).toBe(201)
    const path = `/v1/agents/${encodeURIComponent(String(agent.name))}/keys`
    const key = await gateway.request('POST', path, { headers })
    expect(key.status).toBe(201)
    return key.body as { id: string; key: string }
  }
  const names = async (key: string) => {
    const { body } = await gateway.request('GET', '/v1/descriptors', { key })
    return body.map(({ name }: { name: string }) => name)
  }
  const call = (tool: string, key: string, body: unknown = {}) =>
    gateway.request('POST', `/v1/tools/${tool}`, { key, body })
  return { ...gateway, seen, register, names, call }
}

describe('what an agent may call', () => {
  test('S50 a tool that is not on the list is denied, and the answer names those that are', async () => {
    const { register, call, seen } = await start()
    const { key } = await register({ name: 'A', allowed_tools: ['list_all'] })
    const answer = await call('search', key, { query: 'q' })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      success: false,
      code: 'forbidden',
      permitted_tools: ['list_all'],
    })
    expect(answer.body.error).toMatch(/access denied.*list_all/i)
    expect(seen).toEqual([])
    expect((await call('list_all', key)).status).toBe(200)
  })

  test('S51 denied wins over allowed, in the list and in the call', async () => {
    const { register, names, call } = await start()
    const { key } = await register({
      name: 'A',
      allowed_tools: ['list_all', 'text'],
      denied_tools: ['text'],
    })
    expect(await names(key)).toEqual(['list_all'])
    expect((await call('text', key)).status).toBe(403)
  })

  test('S52 an empty list allows nothing', async () => {
    const { register, names, call } = await start()
    const { key } = await register({ name: 'A', allowed_tools: [] })
    expect(await names(key)).toEqual([])
    expect((await call('text', key)).status).toBe(403)
  })

  test('an unknown tool is answered with the tools that the agent may call', async () => {
    const { register, call } = await start()
    const { key } = await register({ name: 'A', allowed_tools: ['list_all'] })
    expect((await call('zzz', key)).body.suggestion).toBe('Use one of: list_all.')
  })

  test('S53 an unknown tool and a denied one have different errors', async () => {
    const { register, call } = await start()
    const { key } = await register({ name: 'A', allowed_tools: ['text'] })
    const unknown = await call('nope', key)
    expect(unknown.status).toBe(404)
    expect(unknown.body.code).toBe('unknown_tool')
  })

  test('S54 a role that is not defined gives nothing', async () => {
    const { register, names, call, request } = await start()
    const { key } = await register({ name: 'A', role: 'auditor' })
    expect(await names(key)).toEqual([])
    expect((await call('text', key)).status).toBe(403)
    await request('PUT', '/v1/roles/auditor', { body: { allowed_tools: ['text'] } })
    await expect.poll(() => names(key)).toEqual(['text'])
    expect((await call('text', key)).status).toBe(200)
  })

  test('without a list all tools but the dangerous ones can be called, and naming one allows it', async () => {
    const { register, names, call } = await start()
    const plain = await register({ name: 'A' })
    expect(await names(plain.key)).not.toContain('dangerous')
    expect(await names(plain.key)).toContain('search')
    expect((await call('dangerous', plain.key)).status).toBe(403)
    const all = await register({ name: 'B', allowed_tools: ['*'] })
    expect(await names(all.key)).not.toContain('dangerous')
    const trusted = await register({ name: 'C', allowed_tools: ['Dangerous', 'TEXT'] })
    expect(await names(trusted.key)).toEqual(['text', 'dangerous'])
    expect((await call('dangerous', trusted.key)).status).toBe(200)
  })

  test('arguments are checked before permissions', async () => {
    const { register, call } = await start()
    const { key } = await register({ name: 'A', allowed_tools: [] })
    expect((await call('search', key, {})).status).toBe(400)
  })
})

describe('keys', () => {
  test('an agent key works until it is revoked, in every gateway', async () => {
    const { register, call, request, databaseUrl } = await start()
    const { key, id } = await register({ name: 'A' })
    expect((await call('text', key)).status).toBe(200)
    expect(databaseUrl).toBeTruthy()
    expect((await request('DELETE', `/v1/keys/${id}`)).status).toBe(204)
    const answer = await call('text', key)
    expect(answer.status).toBe(401)
    expect(answer.body.error).toMatch(/revoked/)
    const { body } = await request('GET', '/v1/keys')
    expect(body.keys).toMatchObject([{ id, agent: 'A' }])
    expect(JSON.stringify(body)).not.toContain(key)
  })

  test('a mistyped key and an unknown one have different errors', async () => {
    const { register, call } = await start()
    const { key } = await register({ name: 'A' })
    const typo = await call('text', `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)
    expect(typo.status).toBe(401)
    expect(typo.body.error).toMatch(/mistyped/)
  })

  test('an expired key says so', async () => {
    const { request, register, call, services } = await start()
    await register({ name: 'A' })
    const { body } = await request('POST', '/v1/agents/A/keys', { body: { expires_in: 3600 } })
    await services.database.pool.query('update api_keys set expires_at = now() where id = $1', [
      body.id,
    ])
    await expect.poll(async () => (await call('text', body.key)).body.error).toMatch(/expired/)
  })

  test('an agent can neither use routes of the operator nor act as another agent', async () => {
    const { register, request } = await start()
    const { key } = await register({ name: 'A' })
    for (const [method, path] of [
      ['GET', '/v1/agents'],
      ['POST', '/v1/workspaces'],
      ['GET', '/v1/keys'],
      ['GET', '/metrics'],
    ] as const) {
      expect(
        (await request(method, path, { key, ...(method === 'POST' && { body: { name: 'x' } }) }))
          .status,
      ).toBe(403)
    }
    const headers = { 'x-agent': 'B' }
    expect((await request('POST', '/v1/tools/text', { key, headers })).status).toBe(403)
  })

  test('everything but health and the documentation needs a key', async () => {
    const { request } = await start()
    const page = await request('GET', '/docs/', { key: null })
    const [, script] = /src="(scalar-[\w-]+\.js)"/.exec(page.text) ?? []
    for (const path of ['/healthz', '/readyz', `/docs/${script}`, '/docs/openapi.json']) {
      expect((await request('GET', path, { key: null })).status, path).toBe(200)
    }
    for (const path of [
      '/openapi.json',
      '/v1/descriptors',
      '/v1/agents',
      '/metrics',
      '/v1/calls',
      '/no/such/path',
    ]) {
      expect((await request('GET', path, { key: null })).status, path).toBe(401)
    }
  })
})

describe('workspaces', () => {
  test('the same names in two workspaces are two agents', async () => {
    const { request, register, call } = await start()
    expect((await request('POST', '/v1/workspaces', { body: { name: 'acme' } })).status).toBe(201)
    const here = await register({ name: 'A', allowed_tools: ['text'] })
    const there = await register({ name: 'A', allowed_tools: [] }, 'acme')
    expect((await call('text', here.key)).status).toBe(200)
    expect((await call('text', there.key)).status).toBe(403)
    const foreign = await request('DELETE', `/v1/keys/${there.id}`)
    const unknown = await request('DELETE', '/v1/keys/nothing')
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(
      (await request('GET', '/v1/agents', { headers: { 'x-workspace': 'nowhere' } })).status,
    ).toBe(404)
  })

  test('agents are created, listed in pages, changed and deleted', async () => {
    const { request, register } = await start()
    for (const name of ['a', 'b', 'Zoë/1']) await register({ name })
    const twice = await request('POST', '/v1/agents', { body: { name: 'a' } })
    expect(twice.status).toBe(409)
    const page = await request('GET', '/v1/agents?limit=2')
    expect(page.body.agents).toHaveLength(2)
    const rest = await request('GET', `/v1/agents?limit=2&cursor=${page.body.next_cursor}`)
    expect(rest.body.next_cursor).toBeNull()
    expect([...page.body.agents, ...rest.body.agents].map(({ name }) => name).sort()).toEqual([
      'Zoë/1',
      'a',
      'b',
    ])
    const path = `/v1/agents/${encodeURIComponent('Zoë/1')}`
    expect(
      (await request('PATCH', path, { body: { denied_tools: ['text'] } })).body.denied_tools,
    ).toEqual(['text'])
    expect((await request('GET', path)).body.name).toBe('Zoë/1')
    expect((await request('DELETE', path)).status).toBe(204)
    expect((await request('GET', path)).status).toBe(404)
  })

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'a', allowed_tools: 'text' }, 'allowed_tools'],
    [{ name: 'a', color: 'red' }, 'color'],
    [{ name: 'a', deliver_to: { kind: 'pigeon' } }, 'deliver_to'],
    [{ name: 'a', letta_agent_id: 'a\u0000b' }, 'letta_agent_id'],
    [{ name: 'a', letta_agent_id: 'half \ud800' }, 'letta_agent_id'],
    [{ name: 'a', allowed_tools: ['text', 'a\u0000'] }, 'allowed_tools[1]'],
    [{ name: 'a', denied_tools: ['\udc00'] }, 'denied_tools[0]'],
    [{ name: 'a', deliver_to: { kind: 'letta', agent_id: '\u0000' } }, 'deliver_to.agent_id'],
    [{ name: 'half \ud800' }, 'name'],
    [{ name: '.' }, 'name'],
    [{ name: '..' }, 'name'],
  ])('the agent %j is refused, and the error names the field', async (body, field) => {
    const { request } = await start()
    const answer = await request('POST', '/v1/agents', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(field)
  })

  test('a change that cannot be stored is refused, and changes nothing', async () => {
    const { request, register } = await start()
    await register({ name: 'A', allowed_tools: ['text'] })
    const change = { denied_tools: ['a\u0000'] }
    const answer = await request('PATCH', '/v1/agents/A', { body: change })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('denied_tools[0]')
    expect((await request('GET', '/v1/agents/A')).body.denied_tools).toEqual([])
    const path = '/v1/keys/a%00b'
    expect((await request('DELETE', path)).body.error).toContain("'id'")
  })
})

test('a key without Bearer is not repeated in the answer', async () => {
  const { request } = await startGateway()
  const headers = { authorization: ROOT_KEY }
  const { status, text, body } = await request('GET', '/v1/whoami', { key: null, headers })
  expect(status).toBe(401)
  expect(body.error).toBe('The Authorization header does not begin with Bearer.')
  expect(text).not.toContain(ROOT_KEY.slice(0, 8))
})

test('other authentication schemes are named, with those that are supported', async () => {
  const { request } = await startGateway()
  const headers = { authorization: 'Basic dXNlcjpwYXNz' }
  const { status, body } = await request('GET', '/v1/whoami', { key: null, headers })
  expect(status).toBe(401)
  expect(body.error).toContain("'Basic'")
  expect(body.suggestion).toContain('Authorization: Bearer KEY')
})
