import { expect, test } from 'vitest'
import { sampleTools } from './sample-tools.ts'
import { startGateway } from './start-gateway.ts'

const PREFLIGHT = {
  origin: 'https://app.example',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'x-api-key',
}

test('without QM_CORS_ORIGINS no page may call', async () => {
  const { request } = await startGateway()
  const answer = await request('OPTIONS', '/v1/tools/health', { key: null, headers: PREFLIGHT })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('pages of the origins in QM_CORS_ORIGINS may call, and no others', async () => {
  const corsOrigins = ['https://app.example']
  const { request } = await startGateway({ config: { corsOrigins } })
  const preflight = await request('OPTIONS', '/v1/tools/health', { key: null, headers: PREFLIGHT })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-api-key')
  const from = (origin: string) => request('GET', '/v1/tools', { headers: { origin } })
  const allowed = await from('https://app.example')
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example')
  const other = await from('https://evil.example')
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
})

test('pages have security headers', async () => {
  const { request } = await startGateway()
  for (const path of ['/', '/docs/']) {
    const { headers } = await request('GET', path, { key: null })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('a new key is not stored by caches', async () => {
  const { request } = await startGateway()
  await request('POST', '/v1/agents', { body: { name: 'A' } })
  const { headers } = await request('POST', '/v1/agents/A/keys', { body: {} })
  expect(headers.get('cache-control')).toBe('no-store')
})

test('requests above the limit are refused with Retry-After, and the others are answered', async () => {
  const { groups } = sampleTools()
  const log: string[] = []
  const { as } = await startGateway({ groups, families: [], config: { maxInFlight: 10 }, log })
  const answers = await Promise.all(Array.from({ length: 15 }, () => as('A').call('slow')))
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(answers.filter(({ status }) => status === 504)).toHaveLength(10)
  expect(log.join('')).toContain('too many are in flight')
})

test('a host name that is not in the public URL is warned about once', async () => {
  const log: string[] = []
  const { url } = await startGateway({ log, publicUrl: 'https://qm.example' })
  const { get } = await import('node:http')
  const visit = (host: string) =>
    new Promise<void>((resolve) => {
      get(`${url}/healthz`, { headers: { host } }, (response) => {
        response.resume().on('end', () => resolve())
      })
    })
  for (const host of ['qm.example', '10.0.0.7:8080', 'tunnel.example', 'tunnel.example']) {
    await visit(host)
  }
  const warnings = log.filter((line) => line.includes('QM_PUBLIC_URL'))
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('tunnel.example')
})
