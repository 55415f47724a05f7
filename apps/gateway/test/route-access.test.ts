import Fastify from 'fastify'
import { expect, test } from 'vitest'
import auth from '../src/http/auth.ts'
import internalCalls from '../src/http/internal-calls.ts'
import { startGateway } from './start-gateway.ts'

const notCalled = () => Promise.reject(new Error('not called'))

const keyring = {
  authenticate: notCalled,
  authenticateById: notCalled,
  findVerified: () => undefined,
  forget() {},
  isListening: () => true,
  close: async () => {},
}

const sessions = {
  open: notCalled,
  authenticate: notCalled,
  findExpiry: notCalled,
  close: notCalled,
}

const options = { keyring, sessions, publicUrl: () => '' }

test('a route that requires an unknown tool fails at start', async () => {
  const app = Fastify()
  await app.register(internalCalls)
  await app.register(auth, options)
  const config = { access: { tool: 'no_such_tool' } }
  expect(() => app.get('/x', { config }, async () => '')).toThrow(/GET \/x .*'no_such_tool'/)
})

test('a route without an access rule fails at start', async () => {
  const app = Fastify()
  await app.register(internalCalls)
  await app.register(auth, options)
  app.get('/x', async () => '')
  await expect(app.ready()).rejects.toThrow('GET /x declares no access rule')
})

test('errors=inband works on tool routes, whatever else the URL contains', async () => {
  const { request } = await startGateway()
  const refused = (path: string) => request('GET', path, { key: null })
  expect((await refused('/v1/agents?errors=inband&x=/tools/')).status).toBe(401)
  expect((await refused('/tools/?errors=inband')).status).toBe(401)
  const anonymous = { key: null, body: {} }
  expect((await request('POST', '/v1/tools/push_context?errors=inband', anonymous)).status).toBe(
    200,
  )
})

test('the OpenAPI document says who may use a route', async () => {
  const { request } = await startGateway()
  const { paths } = (await request('GET', '/openapi.json')).body
  expect(paths['/v1/agents'].get['x-access']).toBe('root')
  expect(paths['/healthz'].get['x-access']).toBe('public')
  expect(paths['/v1/tools/push_context'].post['x-access']).toBe('any-key')
  expect(paths['/v1/tables/{id}/review'].get['x-access']).toEqual({
    tool: ['read_rows', 'read_review_list'],
  })
  expect(paths['/v1/tables/{id}/review'].get.description).toContain(
    'Requires permission to call `read_rows` and `read_review_list`.',
  )
})
