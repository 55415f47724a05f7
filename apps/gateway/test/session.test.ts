import { expect, test } from 'vitest'
import { ROOT_KEY, startGateway, type TestGateway } from './start-gateway.ts'

const CONSOLE = { 'x-quartermaster-console': '1' }

async function signIn({ request }: TestGateway, key: string) {
  const answer = await request('POST', '/v1/session', {
    key: null,
    headers: CONSOLE,
    body: { key },
  })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return { answer, cookie, headers: { ...CONSOLE, cookie } }
}

async function startWithAgent() {
  const gateway = await startGateway()
  await gateway.request('POST', '/v1/agents', {
    body: { name: 'Reader', allowed_tools: ['get_context', 'health'] },
  })
  const { body } = await gateway.request('POST', '/v1/agents/Reader/keys', { body: {} })
  return { ...gateway, keyId: body.id as string, key: body.key as string }
}

test('a session may do exactly what its key may do', async () => {
  const gateway = await startWithAgent()
  const { answer, headers } = await signIn(gateway, gateway.key)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ agent: 'Reader', workspace: 'default', is_root: false })
  expect(answer.body.tools.toSorted()).toEqual(['get_context', 'health'])
  expect(answer.body.operations).toContain('list_calls')
  expect(answer.body.operations).not.toContain('create_agent')

  const call = (tool: string) =>
    gateway.request('POST', `/v1/tools/${tool}`, { key: null, headers, body: {} })
  expect((await call('get_context')).status).toBe(200)
  expect((await call('promptyoself_list')).status).toBe(403)
  const agents = await gateway.request('GET', '/v1/agents', { key: null, headers })
  expect(agents.status).toBe(403)
  const { body } = await gateway.request('GET', '/v1/calls?agent=Reader')
  expect(body.calls).toMatchObject([{ key_id: gateway.keyId }, { key_id: gateway.keyId }])
})

test('the cookie cannot be read by scripts, is sent to this site only, and is Secure under https', async () => {
  const gateway = await startGateway()
  const { answer } = await signIn(gateway, ROOT_KEY)
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^qm_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Expires=/)
  expect(cookie).not.toContain('Secure')
  const { host } = new URL(gateway.url)
  const secure = await gateway.request('POST', '/v1/session', {
    key: null,
    headers: { ...CONSOLE, origin: `https://${host}` },
    body: { key: ROOT_KEY },
  })
  expect(secure.headers.get('set-cookie')).toContain('; Secure;')
})

test('the root key acts in other workspaces and as other agents in a session too', async () => {
  const gateway = await startGateway()
  await gateway.request('POST', '/v1/workspaces', { body: { name: 'acme' } })
  const { headers } = await signIn(gateway, ROOT_KEY)
  const { body } = await gateway.request('GET', '/v1/session', {
    key: null,
    headers: { ...headers, 'x-workspace': 'acme', 'x-agent': 'Sales' },
  })
  expect(body).toMatchObject({ workspace: 'acme', agent: 'Sales', is_root: true })
})

test('a request of another page with the cookie is refused', async () => {
  const gateway = await startGateway()
  const { cookie } = await signIn(gateway, ROOT_KEY)
  const post = async (headers: Record<string, string>) =>
    (
      await gateway.request('POST', '/v1/tools/health', {
        key: null,
        headers: { cookie, ...headers },
        body: {},
      })
    ).status
  expect(await post(CONSOLE)).toBe(200)
  expect(await post({ ...CONSOLE, origin: gateway.url })).toBe(200)
  expect(await post({})).toBe(403)
  expect(await post({ ...CONSOLE, origin: 'https://evil.example' })).toBe(403)
  expect(await post({ ...CONSOLE, origin: 'null' })).toBe(403)
  expect(await post({ ...CONSOLE, 'sec-fetch-site': 'cross-site' })).toBe(403)
  const read = await gateway.request('GET', '/v1/calls', {
    key: null,
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
  })
  expect(read.status).toBe(403)
})

test('a session ends with its key, at sign-out and at its time', async () => {
  let now = new Date()
  const gateway = await startGateway({ clock: () => now })
  const agent = async (name: string) => {
    await gateway.request('POST', '/v1/agents', { body: { name } })
    return (await gateway.request('POST', `/v1/agents/${name}/keys`, { body: {} })).body
  }
  const status = async (headers: Record<string, string>) =>
    (await gateway.request('GET', '/v1/session', { key: null, headers })).status

  const revoked = await agent('A')
  const first = await signIn(gateway, revoked.key)
  expect(await status(first.headers)).toBe(200)
  await gateway.request('DELETE', `/v1/keys/${revoked.id}`)
  expect(await status(first.headers)).toBe(401)

  const second = await signIn(gateway, (await agent('B')).key)
  await gateway.request('DELETE', '/v1/session', { key: null, headers: second.headers })
  expect(await status(second.headers)).toBe(401)

  const third = await signIn(gateway, (await agent('C')).key)
  now = new Date(now.getTime() + 25 * 3_600_000)
  expect(await status(third.headers)).toBe(401)
})

test('a wrong key opens no session', async () => {
  const gateway = await startGateway()
  const { answer } = await signIn(gateway, 'wrong')
  expect(answer.status).toBe(401)
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test('descriptors that a session asks for contain a placeholder, not a key', async () => {
  const gateway = await startWithAgent()
  const { headers } = await signIn(gateway, gateway.key)
  const { text } = await gateway.request('GET', '/v1/descriptors', { key: null, headers })
  expect(text).toContain('YOUR_AGENT_KEY')
  expect(text).not.toContain(gateway.key)
  const own = await gateway.request('GET', '/v1/descriptors', { key: gateway.key })
  expect(own.text).toContain(gateway.key)
})
