import { expect, test } from 'vitest'
import { createClient, GatewayError, listAll, unwrap } from '../src/index.ts'
import { readText, startServer } from './http-server.ts'

type Seen = { method?: string; url?: string; headers: NodeJS.Dict<unknown>; body: string }

/** A server that answers every request with the next of these answers. */
async function server(...answers: { status?: number; body: unknown }[]) {
  const seen: Seen[] = []
  const baseUrl = await startServer(async (request, response) => {
    const { method, url, headers } = request
    const { status = 200, body } = answers[seen.length] ?? { body: {} }
    seen.push({ method, url, headers, body: await readText(request) })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { baseUrl, seen }
}

test('paths, parameters and bodies are those of the OpenAPI document', async () => {
  const { baseUrl, seen } = await server({ body: { id: 'k1', key: 'qm_new' } })
  const client = createClient({ baseUrl, key: 'qm_key', workspace: 'Zoë', agent: 'Sales' })
  const { key } = await unwrap(
    client.POST('/v1/agents/{name}/keys', {
      params: { path: { name: 'Sales & Co' } },
      body: { expires_in: 60 },
    }),
  )
  expect(key).toBe('qm_new')
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/v1/agents/Sales%20%26%20Co/keys',
    body: '{"expires_in":60}',
    headers: { authorization: 'Bearer qm_key', 'x-agent': 'Sales' },
  })
  expect(Buffer.from(String(seen[0]?.headers['x-workspace']), 'latin1').toString()).toBe('Zoë')
  // @ts-expect-error the document has no such path
  await client.GET('/v1/no-such-path')
})

test('an error status is thrown with its code and suggestion', async () => {
  const body = { success: false, error: 'No agent "x"', code: 'not_found', suggestion: 'Check it.' }
  const { baseUrl } = await server({ status: 404, body })
  const answer = unwrap(
    createClient({ baseUrl }).GET('/v1/agents/{name}', { params: { path: { name: 'x' } } }),
  )
  const error = await answer.catch((caught) => caught)
  expect(error).toBeInstanceOf(GatewayError)
  expect(error).toMatchObject({
    status: 404,
    code: 'not_found',
    message: 'No agent "x"',
    suggestion: 'Check it.',
  })
})

test('a list is fetched page after page, up to a limit', async () => {
  const pages = [
    { body: { workspaces: [{ name: 'a' }, { name: 'b' }], next_cursor: '2' } },
    { body: { workspaces: [{ name: 'c' }], next_cursor: null } },
  ]
  const { baseUrl, seen } = await server(...pages, ...pages)
  const client = createClient({ baseUrl })
  const fetchPage = (cursor?: string) =>
    client.GET('/v1/workspaces', { params: { query: { cursor } } })
  const all = await listAll('workspaces', fetchPage)
  expect(all.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(await listAll('workspaces', fetchPage, 2)).toHaveLength(2)
  expect(seen.map(({ url }) => url)).toEqual([
    '/v1/workspaces',
    '/v1/workspaces?cursor=2',
    '/v1/workspaces',
  ])
})
