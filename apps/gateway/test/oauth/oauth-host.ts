import { createHash, randomBytes } from 'node:crypto'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { expect, onTestFinished } from 'vitest'
import { startGateway, type TestGateway } from '../start-gateway.ts'

export const CALLBACK = 'http://127.0.0.1:6274/callback'
export const HOSTS = ['host.example', 'localhost']

/** A gateway with OAuth, and the key of the agent Sales, which may call two tools. */
export async function startWithOAuth(config = {}) {
  const gateway = await startGateway({ config: { oauth: { redirectHosts: HOSTS }, ...config } })
  const tools = { allowed_tools: ['get_context', 'push_context'] }
  await gateway.request('POST', '/v1/agents', { body: { name: 'Sales', ...tools } })
  const { body } = await gateway.request('POST', '/v1/agents/Sales/keys', { body: {} })
  return { ...gateway, mcp: `${gateway.url}/connect/mcp`, key: body.key, keyId: body.id }
}

type Fields = Record<string, string>

const hiddenFields = (html: string): Fields =>
  Object.fromEntries(
    Array.from(
      html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g),
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    ),
  )

/** Submits the form of a page, as a browser would, without following the redirect. */
export async function submit({ url }: Pick<TestGateway, 'url'>, html: string, fields: Fields) {
  const response = await fetch(`${url}/connect/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...hiddenFields(html), ...fields }),
  })
  return { status: response.status, html: await response.text(), headers: response.headers }
}

/** Enters the key, allows the tools, and returns the parameters that the host receives. */
export async function allow(gateway: TestGateway, authorizationUrl: string | URL, key: string) {
  const first = await (await fetch(authorizationUrl)).text()
  const shown = await submit(gateway, first, { key, decision: 'show' })
  const done = await submit(gateway, shown.html, { decision: 'allow' })
  expect(done.status, done.html).toBe(303)
  const { searchParams } = new URL(done.headers.get('location') ?? '')
  return { page: shown.html, parameters: searchParams }
}

/** The state that the official client keeps between requests. */
export function oauthProvider(redirectUrl = CALLBACK) {
  const stored: {
    client?: StoredOAuthClientInformation
    tokens?: StoredOAuthTokens
    verifier?: string
    discovery?: OAuthDiscoveryState
    url?: URL
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Test host', redirect_uris: [redirectUrl] },
    clientInformation: () => stored.client,
    saveClientInformation: (client) => {
      stored.client = client
    },
    tokens: () => stored.tokens,
    saveTokens: (tokens) => {
      stored.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      stored.url = url
    },
    saveCodeVerifier: (verifier) => {
      stored.verifier = verifier
    },
    codeVerifier: () => stored.verifier ?? '',
    saveDiscoveryState: (discovery) => {
      stored.discovery = discovery
    },
    discoveryState: () => stored.discovery,
  }
  return { provider, stored }
}

/** Connects the official client, which authorizes itself first if it has no token. */
export async function connectWithOAuth(
  gateway: TestGateway & { mcp: string; key: string },
  { provider, stored }: ReturnType<typeof oauthProvider>,
) {
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(gateway.mcp), { authProvider: provider })
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport())
    onTestFinished(() => client.close())
    return client
  }
  if (stored.tokens !== undefined) return { client: await connect(), page: '' }
  await expect(connect()).rejects.toThrow()
  const { page, parameters } = await allow(gateway, stored.url ?? '', gateway.key)
  await transport().finishAuth(parameters)
  return { client: await connect(), page }
}

/** A host of our own making, for requests that the official client would not send. */
export async function registerHost(gateway: TestGateway & { mcp: string }, uris = [CALLBACK]) {
  const { request } = gateway
  const registered = await request('POST', '/connect/register', {
    key: null,
    body: { client_name: 'Plain host', redirect_uris: uris },
  })
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const clientId: string = registered.body.client_id
  const authorizationUrl = (changes: Record<string, string | undefined> = {}) => {
    const parameters = {
      client_id: clientId,
      redirect_uri: uris[0],
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'the state',
      resource: gateway.mcp,
      ...changes,
    }
    const url = new URL(`${gateway.url}/connect/authorize`)
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    return url
  }
  const send = async (path: string, fields: Fields) => {
    const body = new URLSearchParams({ client_id: clientId, ...fields })
    const response = await fetch(gateway.url + path, { method: 'POST', body })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
    return { status: response.status, body: (await response.json()) as any }
  }
  const token = (fields: Fields) =>
    send('/connect/token', {
      grant_type: 'authorization_code',
      redirect_uri: uris[0] ?? '',
      code_verifier: verifier,
      ...fields,
    })
  return { registered, clientId, authorizationUrl, token, send }
}
