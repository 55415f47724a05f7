import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { pageText } from './page-text.ts'
import { Tools } from './tool.ts'

const HIT = { title: 'Quartz', url: 'https://quartz.example/' }
const RESULT = { ...HIT, snippet: 'A mineral of silica' }
const REQUEST = { query: 'quartz & silica', max_results: 2 }

/** Answers as the documentation of each API describes; 401 for a request it would refuse. */
function respond(host: string, path: URL, { method, headers }: IncomingMessage, body: string) {
  const many = <Item>(item: Item) => [item, item, item]
  const isQuery = path.searchParams.get('q') === REQUEST.query
  const posted = method === 'POST' ? JSON.parse(body) : {}
  if (host === 'searx.example' && path.pathname === '/base/search' && isQuery) {
    if (path.searchParams.get('format') !== 'json') return undefined
    return { query: REQUEST.query, results: many({ ...HIT, content: RESULT.snippet, engine: 'x' }) }
  }
  if (host === 'api.search.brave.com' && path.pathname === '/res/v1/web/search' && isQuery) {
    if (headers['x-subscription-token'] !== 'brave-1') return undefined
    const results = many({ ...HIT, description: 'A <strong>mineral</strong> of silica' })
    return {
      type: 'search',
      web: { type: 'search', results: results.slice(0, Number(path.searchParams.get('count'))) },
    }
  }
  if (host === 'api.tavily.com' && path.pathname === '/search' && posted.query === REQUEST.query) {
    if (headers.authorization !== 'Bearer tavily-1') return undefined
    return {
      results: many({ ...HIT, content: RESULT.snippet, score: 0.9 }).slice(0, posted.max_results),
    }
  }
  if (host === 'api.exa.ai' && path.pathname === '/search' && posted.query === REQUEST.query) {
    if (headers['x-api-key'] !== 'exa-1' || !posted.contents.highlights) return undefined
    const hit = { ...HIT, id: HIT.url, publishedDate: null, highlights: ['A mineral', 'of silica'] }
    return { requestId: 'r', results: many(hit).slice(0, posted.numResults) }
  }
  return undefined
}

/** A server that stands in for all four APIs, and a `fetch` that reaches it under their names. */
async function doubles(): Promise<typeof fetch> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = new URL(request.url ?? '', 'http://localhost')
    const host = String(request.headers['x-double-host'])
    const answer = respond(host, path, request, String(Buffer.concat(chunks)))
    response.writeHead(answer === undefined ? 401 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'refused' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return (input, init) => {
    const { host, pathname, search } = new URL(String(input))
    const headers = new Headers(init?.headers)
    headers.set('x-double-host', host)
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers })
  }
}

test.each([
  ['SearXNG', { SEARXNG_URL: 'https://searx.example/base/' }, RESULT.snippet],
  ['Brave', { BRAVE_KEY: 'brave-1' }, RESULT.snippet],
  ['Tavily', { TAVILY_KEY: 'tavily-1' }, RESULT.snippet],
  ['Exa', { EXA_KEY: 'exa-1' }, 'A mineral … of silica'],
])('a search with %s returns titles, addresses and snippets', async (_, secrets, snippet) => {
  const tools = new Tools({ fetch: await doubles(), secrets })
  const found = { ...RESULT, snippet }
  expect(await tools.tool_web_search(REQUEST)).toEqual({
    query: REQUEST.query,
    results: [found, found],
  })
})

test.each([
  ['Brave', { BRAVE_KEY: 'wrong' }],
  ['Tavily', { TAVILY_KEY: 'wrong' }],
  ['Exa', { EXA_KEY: 'wrong' }],
])('a key that %s refuses is an upstream error', async (name, secrets) => {
  const tools = new Tools({ fetch: await doubles(), secrets })
  await expect(tools.tool_web_search(REQUEST)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: `${name} responded with status 401`,
  })
})

test('without an address or key the answer says in one sentence how to configure it', async () => {
  const tools = new Tools({ fetch, secrets: {} })
  await expect(tools.tool_web_search(REQUEST)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringMatching(/^Web search is not configured: [^.]*\.$/),
  })
})

test('a response that is not JSON is an upstream error', async () => {
  const html = async () => new Response('<html>')
  const tools = new Tools({ fetch: html, secrets: { SEARXNG_URL: 'https://searx.example' } })
  await expect(tools.tool_web_search(REQUEST)).rejects.toThrow('SearXNG did not respond with JSON')
})

const browse = (response: Response, from?: number) =>
  new Tools({ fetch: async () => response, secrets: {} }).tool_url_browse({
    url: 'https://a.example/',
    ...(from !== undefined && { from }),
  })
const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } })

test('a page is read as text, without its code', async () => {
  const page = html(
    '<head><title>T</title></head><p>One &amp; <b>two</b></p><script>if (1 < 2) {}</script><!-- no --><p>Three</p>',
  )
  expect(await browse(page)).toEqual({
    url: 'https://a.example/',
    text: 'One & two\n\nThree',
    characters: 16,
    next_from: null,
  })
})

test('a long page is returned in parts', async () => {
  const long = 'word '.repeat(5000).trim()
  const first = await browse(html(long))
  const rest = await browse(html(long), first.next_from ?? 0)
  expect(first.text + rest.text).toBe(long)
})

test.each([
  [new Response('', { status: 404 }), 'upstream_failed'],
  [new Response('…', { headers: { 'content-type': 'image/png' } }), 'invalid_input'],
])('%o is an error', async (response, code) => {
  await expect(browse(response)).rejects.toMatchObject({ code })
})

test('an address that the guarded client refuses is the caller’s to change', async () => {
  const refuse = async () =>
    Promise.reject(Object.assign(new Error('private'), { code: 'private_address' }))
  const tools = new Tools({ fetch: refuse, secrets: {} })
  const call = tools.tool_url_browse({ url: 'http://10.0.0.1/' })
  await expect(call).rejects.toMatchObject({ code: 'invalid_input' })
})

test.each(['<', '<a', '<!--', '<script>', '&#99999999;', '<p>'])(
  'a page full of %j is read to its end',
  (part) => expect(typeof pageText(part.repeat(50_000))).toBe('string'),
)
