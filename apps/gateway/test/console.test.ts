import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

const PAGE = '<!doctype html><title>Quartermaster</title>'
const HTML = { accept: 'text/html,application/xhtml+xml' }

async function startWithConsole() {
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-console-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await mkdir(join(dir, 'assets'))
  await writeFile(join(dir, 'index.html'), PAGE)
  await writeFile(join(dir, 'assets/index-abc.js'), 'export {}'.repeat(100))
  return startGateway({ consoleDir: dir })
}

test('the console is at / and, for browsers, at the paths of its views', async () => {
  const { request } = await startWithConsole()
  for (const path of ['/', '/?x=1', '/calls', '/calls/17?outcome=error', '/tables/abc']) {
    const { status, text } = await request('GET', path, { key: null, headers: HTML })
    expect({ path, status, text }).toEqual({ path, status: 200, text: PAGE })
  }
})

test('programs get the same answers at these paths as without a console', async () => {
  const { request } = await startWithConsole()
  expect((await request('GET', '/calls', { key: null })).status).toBe(401)
  expect((await request('GET', '/calls')).body).toMatchObject({ code: 'not_found' })
  expect((await request('POST', '/tools', { body: {}, headers: HTML })).status).toBe(404)
  expect((await request('GET', '/no-such-view', { headers: HTML })).status).toBe(404)
  expect((await request('GET', '/v1/nothing', { headers: HTML })).status).toBe(404)
  expect((await request('GET', '/assets/nothing.js')).status).toBe(404)
  expect((await request('GET', '/healthz', { key: null, headers: HTML })).body).toEqual({
    status: 'ok',
  })
})

test('the page loads nothing from elsewhere and no inline code; assets are kept and compressed', async () => {
  const { request } = await startWithConsole()
  const page = await request('GET', '/', { key: null, headers: HTML })
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  const known = { ...HTML, 'if-none-match': page.headers.get('etag') ?? '' }
  expect((await request('GET', '/', { key: null, headers: known })).status).toBe(304)

  const script = await request('GET', '/assets/index-abc.js', {
    key: null,
    headers: { 'accept-encoding': 'br' },
  })
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(script.headers.get('content-encoding')).toBe('br')
  expect(script.headers.get('cache-control')).toContain('immutable')
})

test('without a built console / is the plain page', async () => {
  const { request } = await startGateway()
  const { text } = await request('GET', '/', { key: null, headers: HTML })
  expect(text).toContain('This gateway hands agents their tools.')
})
