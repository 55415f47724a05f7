import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { parseAllowList } from '@quartermaster/outbound'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT_KEY, startGateway } from '../start-gateway.ts'
import {
  allow,
  CALLBACK,
  connectWithOAuth,
  HOSTS,
  oauthProvider,
  registerHost,
  startWithOAuth,
  submit,
} from './oauth-host.ts'

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name)

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const accept = { accept: 'application/json, text/event-stream' }

test('the official client registers, authorizes, calls, refreshes, and is revoked', async () => {
  const gateway = await startWithOAuth()
  const host = oauthProvider()
  const { client, page } = await connectWithOAuth(gateway, host)
  expect(page).toContain('<strong>Sales</strong>')
  expect(page).toContain('<li>get_context</li>')
  expect(page).toContain('<li>push_context (changes data)</li>')

  expect(names((await client.listTools()).tools)).toEqual(['get_context', 'push_context'])
  const pushed = await client.callTool({ name: 'push_context', arguments: { key: 'a', value: 1 } })
  expect(pushed.isError).toBe(false)
  const { calls } = (await gateway.request('GET', '/v1/calls?tool=push_context')).body
  expect(calls).toMatchObject([{ agent: 'Sales', status: 200 }])

  // An expired token is refreshed by the client itself.
  const first = host.stored.tokens
  Object.assign(host.stored, { tokens: { ...first, access_token: 'qm_expired' } })
  const again = await connectWithOAuth(gateway, host)
  expect(names((await again.client.listTools()).tools)).toContain('get_context')
  const second = host.stored.tokens
  expect(second?.access_token).not.toBe(first?.access_token)
  expect(second?.refresh_token).not.toBe(first?.refresh_token)

  const whoami = async () =>
    (await gateway.request('GET', '/v1/whoami', { key: second?.access_token ?? '' })).status
  expect(await whoami()).toBe(200)
  const revoked = await fetch(`${gateway.url}/connect/revoke`, {
    method: 'POST',
    body: new URLSearchParams({
      token: second?.refresh_token ?? '',
      client_id: host.stored.client?.client_id ?? '',
    }),
  })
  expect(revoked.status).toBe(200)
  expect(await whoami()).toBe(401)
})

test('the official client of the 2025 protocol connects in the same way', async () => {
  const gateway = await startWithOAuth()
  const { provider, stored } = oauthProvider()
  const transport = () =>
    new Transport2025(new URL(gateway.mcp), { authProvider: provider as never })
  const connect = async () => {
    const client = new Client2025({ name: 'test', version: '1' })
    await client.connect(transport())
    onTestFinished(() => client.close())
    return client
  }
  await expect(connect()).rejects.toThrow()
  const { parameters } = await allow(gateway, stored.url ?? '', gateway.key)
  await transport().finishAuth(parameters.get('code') ?? '')
  const { tools } = await (await connect()).listTools()
  expect(names(tools)).toEqual(['get_context', 'push_context'])
})

test('every step may be answered by another process', async () => {
  const first = await startWithOAuth()
  const { databaseUrl, url: publicUrl } = first
  const config = { oauth: { redirectHosts: HOSTS } }
  const second = await startGateway({ databaseUrl, publicUrl, config })
  const host = await registerHost(first)
  const elsewhere = (url: URL) => new URL(url.href.replace(publicUrl, second.url))
  const { parameters } = await allow(second, elsewhere(host.authorizationUrl()), first.key)
  const { body } = await host.token({ code: parameters.get('code') ?? '' })
  const { status } = await second.request('GET', '/v1/whoami', { key: body.access_token })
  expect(status).toBe(200)
})

test('a refresh token that is used twice ends the grant, with all its tokens', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const { parameters } = await allow(gateway, host.authorizationUrl(), gateway.key)
  expect([parameters.get('state'), parameters.get('iss')]).toEqual([
    'the state',
    `${gateway.url}/connect`,
  ])
  const { body: first } = await host.token({ code: parameters.get('code') ?? '' })
  expect(first).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) })
  expect(first.expires_in).toBeLessThanOrEqual(3600)
  const refresh = (token: string) =>
    host.token({ grant_type: 'refresh_token', refresh_token: token })
  const { body: second } = await refresh(first.refresh_token)
  expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
  expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant')
  const { status } = await gateway.request('GET', '/v1/whoami', { key: second.access_token })
  expect(status).toBe(401)
})

test('an access token can be revoked by its own client only', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const other = await registerHost(gateway)
  const { parameters } = await allow(gateway, host.authorizationUrl(), gateway.key)
  const { body } = await host.token({ code: parameters.get('code') ?? '' })
  const whoami = async () =>
    (await gateway.request('GET', '/v1/whoami', { key: body.access_token })).status
  await other.send('/connect/revoke', { token: body.access_token })
  await host.send('/connect/revoke', { token: gateway.key })
  expect(await whoami()).toBe(200)
  await host.send('/connect/revoke', { token: body.access_token })
  expect(await whoami()).toBe(401)
  expect((await gateway.request('GET', '/v1/whoami', { key: gateway.key })).status).toBe(200)
})

test('a code is used once; the second use ends what the first one gave', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const { parameters } = await allow(gateway, host.authorizationUrl(), gateway.key)
  const code = parameters.get('code') ?? ''
  const { body } = await host.token({ code })
  expect((await host.token({ code })).body.error).toBe('invalid_grant')
  const { status } = await gateway.request('GET', '/v1/whoami', { key: body.access_token })
  expect(status).toBe(401)
})

test.each([
  ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
  ['no verifier', { code_verifier: '' }, 'invalid_grant'],
  ['another address', { redirect_uri: 'http://127.0.0.1:6274/other' }, 'invalid_request'],
  ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ['another client', { client_id: 'nobody' }, 'invalid_client'],
])('a code with %s is refused', async (_title, fields, error) => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const { parameters } = await allow(gateway, host.authorizationUrl(), gateway.key)
  const refused = await host.token({ code: parameters.get('code') ?? '', ...fields })
  expect([refused.status, refused.body.error]).toEqual([400, error])
  expect(refused.body.access_token).toBeUndefined()
})

test('an expired code is refused', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const { parameters } = await allow(gateway, host.authorizationUrl(), gateway.key)
  const past = new Date(Date.now() - 1000)
  const { db } = gateway.services.database
  await db.updateTable('oauth_codes').set({ expires_at: past }).execute()
  const refused = await host.token({ code: parameters.get('code') ?? '' })
  expect(refused.body.error).toBe('invalid_grant')
})

test.each([
  ['unsupported_response_type', { response_type: 'token' }],
  ['invalid_request', { code_challenge: undefined }],
  ['invalid_request', { code_challenge_method: 'plain' }],
  ['invalid_target', { resource: 'https://other.example/mcp' }],
])('the host is told %s for %o', async (error, changes) => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const response = await fetch(host.authorizationUrl(changes), { redirect: 'manual' })
  expect(response.status).toBe(303)
  const location = new URL(response.headers.get('location') ?? '')
  expect(location.href.startsWith(CALLBACK)).toBe(true)
  expect(location.searchParams.get('error')).toBe(error)
})

test.each([{ redirect_uri: 'https://evil.example/callback' }, { client_id: 'nobody' }])(
  'the person is told, and nothing is sent to %o',
  async (changes) => {
    const gateway = await startWithOAuth()
    const host = await registerHost(gateway)
    const response = await fetch(host.authorizationUrl(changes), { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).toContain('This connection cannot be made')
  },
)

test('hosts that are not listed cannot register', async () => {
  const gateway = await startWithOAuth()
  const { registered } = await registerHost(gateway, ['https://evil.example/callback'])
  expect(registered.status).toBe(400)
  expect(registered.body).toMatchObject({
    error: 'invalid_redirect_uri',
    error_description: expect.stringContaining('QM_OAUTH_REDIRECT_HOSTS'),
  })
})

test('a host can be known by its metadata document, which is fetched through the guarded client', async () => {
  let served = 0
  const server = createServer((request, response) => {
    served++
    const id = `http://127.0.0.1:${(server.address() as AddressInfo).port}${request.url}`
    response.end(
      JSON.stringify({ client_id: id, client_name: '<Document host>', redirect_uris: [CALLBACK] }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const client_id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`

  const guarded = await startWithOAuth()
  const refusing = await registerHost(guarded)
  expect((await fetch(refusing.authorizationUrl({ client_id }))).status).toBe(400)
  expect(served).toBe(0)

  const gateway = await startWithOAuth({ outboundAllow: parseAllowList('127.0.0.1') })
  const host = await registerHost(gateway)
  const { page, parameters } = await allow(
    gateway,
    host.authorizationUrl({ client_id }),
    gateway.key,
  )
  expect(page).toContain('&lt;Document host&gt;')
  const code = parameters.get('code') ?? ''
  expect((await host.token({ client_id, code })).status).toBe(200)
})

test('the page refuses the root key and unknown keys, and can be left', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const response = await fetch(host.authorizationUrl())
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self' http://127.0.0.1:6274")
  expect(response.headers.get('cache-control')).toBe('no-store')
  const html = await response.text()
  expect(html).not.toContain('<script')
  for (const decision of ['show', 'allow']) {
    const root = await submit(gateway, html, { key: ROOT_KEY, decision })
    expect([root.status, root.headers.get('location')]).toEqual([403, null])
    expect(root.html).toContain('This is the root key')
    expect(root.html).not.toContain(ROOT_KEY)
    const unknown = await submit(gateway, html, { key: 'qm_wrong', decision })
    expect([unknown.status, unknown.headers.get('location')]).toEqual([401, null])
  }
  const cancelled = await submit(gateway, html, { decision: 'cancel' })
  const location = new URL(cancelled.headers.get('location') ?? '')
  expect(location.searchParams.get('error')).toBe('access_denied')
})

test('keys can be tried ten times a minute', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const html = await (await fetch(host.authorizationUrl())).text()
  for (let i = 0; i < 10; i++) {
    expect((await submit(gateway, html, { key: `qm_${i}`, decision: 'show' })).status).toBe(401)
  }
  const refused = await submit(gateway, html, { key: 'qm_10', decision: 'show' })
  const seconds = refused.headers.get('retry-after')
  expect(refused.status).toBe(429)
  expect(refused.html).toContain('<h1>Too many keys were entered</h1>')
  expect(refused.html).toContain(`Wait ${seconds} seconds, go back, and enter the key again.`)
})

test('the access token reaches the tools that were shown, and nothing else', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const resource = `${gateway.mcp}?tools=get_context`
  const { parameters } = await allow(gateway, host.authorizationUrl({ resource }), gateway.key)
  const { body } = await host.token({ code: parameters.get('code') ?? '', resource })
  const call = async (path: string) =>
    (await gateway.request('POST', path, { key: body.access_token, body: {} })).status
  expect(await call('/v1/tools/get_context')).toBe(200)
  expect(await call('/v1/tools/push_context')).toBe(403)
  expect(await call('/v1/descriptors')).toBe(403)
  const { acts } = (await gateway.request('GET', '/v1/audit')).body
  expect(JSON.stringify(acts)).toContain('allow_oauth_client')
})

test('a consent that cannot be recorded is not given', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const { pool } = gateway.services.database
  await pool.query('alter table audit_log add constraint refuse_all check (false) not valid')
  const html = await (await fetch(host.authorizationUrl())).text()
  expect((await submit(gateway, html, { key: gateway.key, decision: 'allow' })).status).toBe(500)
  expect((await pool.query('select from oauth_codes')).rows).toEqual([])
})

test('revoking the key that was entered ends the connection', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const { parameters } = await allow(gateway, host.authorizationUrl(), gateway.key)
  const { body } = await host.token({ code: parameters.get('code') ?? '' })
  await gateway.request('DELETE', `/v1/keys/${gateway.keyId}`)
  const { status } = await gateway.request('GET', '/v1/whoami', { key: body.access_token })
  expect(status).toBe(401)
  const refreshed = await host.token({
    grant_type: 'refresh_token',
    refresh_token: body.refresh_token,
  })
  expect(refreshed.body.error).toBe('invalid_grant')
})

test('secrets are stored as hashes only', async () => {
  const gateway = await startWithOAuth()
  const host = await registerHost(gateway)
  const { parameters } = await allow(gateway, host.authorizationUrl(), gateway.key)
  const code = parameters.get('code') ?? ''
  const { body } = await host.token({ code })
  const { db } = gateway.services.database
  const rows = await Promise.all([
    db.selectFrom('oauth_codes').selectAll().execute(),
    db.selectFrom('oauth_refresh_tokens').selectAll().execute(),
    db.selectFrom('api_keys').selectAll().execute(),
  ])
  const stored = JSON.stringify(rows, (_name, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
  )
  for (const secret of [code, body.refresh_token, body.access_token]) {
    expect(stored).not.toContain(secret)
  }
})

test('only /connect/mcp names the authorization server', async () => {
  const gateway = await startWithOAuth()
  const challenge = async (path: string) => {
    const options = { key: null, body: message, headers: accept }
    const { status, headers } = await gateway.request('POST', path, options)
    expect(status).toBe(401)
    return headers.get('www-authenticate')
  }
  expect(await challenge('/mcp')).toBe('Bearer realm="Quartermaster"')
  const metadata = `${gateway.url}/.well-known/oauth-protected-resource/connect/mcp`
  expect(await challenge('/connect/mcp')).toContain(`resource_metadata="${metadata}"`)
  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ]) {
    expect((await gateway.request('GET', path, { key: null })).status).toBe(404)
  }
})

test('without QM_OAUTH none of these routes exist', async () => {
  const { request } = await startGateway()
  const get = async (path: string) => (await request('GET', path, { key: null })).status
  expect(await get('/.well-known/oauth-protected-resource/connect/mcp')).toBe(404)
  expect(await get('/.well-known/oauth-authorization-server/connect')).toBe(404)
  expect((await request('POST', '/connect/mcp', { body: message, headers: accept })).status).toBe(
    404,
  )
})
