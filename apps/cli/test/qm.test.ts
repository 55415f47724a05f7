import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

type Seen = { method?: string; url?: string; headers: NodeJS.Dict<string | string[]>; body: string }

/** A server that answers like a gateway and records its requests. */
async function gateway(status: number, answer: unknown, text = JSON.stringify(answer)) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(text ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const qm = (...words: string[]) => qmIn({}, ...words)

async function qmIn(options: SpawnOptionsWithoutStdio, ...words: string[]) {
  const child = spawn(process.execPath, [MAIN, ...words], { env: {}, ...options })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, ...output }
}

test('a certificate that is not trusted is named, and accepted with its file', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const server = createHttpsServer({ cert, key }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"agent":"Ann"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const words = ['--url', url, '--key', 'k', 'api', 'GET', '/v1/whoami']

  const refused = await qm(...words)
  expect(refused.code).toBe(4)
  expect(refused.err).toContain(`The certificate of ${url} is not accepted`)

  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-qm-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'cert.pem')
  await writeFile(file, cert)
  const accepted = await qmIn({ env: { NODE_EXTRA_CA_CERTS: file } }, ...words)
  expect([accepted.code, accepted.out]).toEqual([0, expect.stringContaining('Ann')])
})

test('a tool is called as an agent, and the answer is printed', async () => {
  const { url, seen } = await gateway(200, { success: true })
  const run = await qm(
    '--url',
    url,
    '--key',
    'k',
    '-w',
    'acme',
    'call',
    'get_context',
    '{"keys":["a"]}',
    '-a',
    'Zoë',
  )
  expect(run.code).toBe(0)
  expect(JSON.parse(run.out)).toEqual({ success: true })
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/v1/tools/get_context',
    body: '{"keys":["a"]}',
  })
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer k', 'x-workspace': 'acme' })
  expect(Buffer.from(String(seen[0]?.headers['x-agent']), 'latin1').toString()).toBe('Zoë')
})

test('an agent is created with its limits', async () => {
  const { url, seen } = await gateway(201, { name: 'Sales' })
  await qm(
    '--url',
    url,
    '--key',
    'k',
    'agent',
    'new',
    'Sales',
    '--allow',
    'get_context, list_context',
  )
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    name: 'Sales',
    allowed_tools: ['get_context', 'list_context'],
  })
})

test('a refusal is printed with the gateway’s suggestion', async () => {
  const { url } = await gateway(404, { error: 'No agent "x"', suggestion: 'Check the name.' })
  const run = await qm('--url', url, '--key', 'k', 'key', 'new', 'x')
  expect(run.code).toBe(3)
  expect(run.err).toBe('No agent "x"\nCheck the name.\n')
})

test('without a gateway the address is in the message', async () => {
  const run = await qm('--url', 'http://127.0.0.1:1', '--key', 'k', 'status')
  expect(run.code).toBe(4)
  expect(run.err).toContain('http://127.0.0.1:1')
})

test('arguments that are not JSON are refused before anything is sent', async () => {
  const { url, seen } = await gateway(200, {})
  const run = await qm('--url', url, '--key', 'k', 'call', 'get_context', '{bad')
  expect(run.code).toBe(2)
  expect(run.err).toContain('JSON')
  expect(seen).toEqual([])
})

test.each([
  ['key', 'new', 'Sales', '--expires-in', 'abc'],
  ['key', 'new', 'Sales', '--expires-in', ''],
  ['key', 'new', 'Sales', '--expires-in', '-1'],
  ['key', 'new', 'Sales', '--expires-in', '1.5'],
  ['key', 'new', 'Sales', '--expires-in', '1e400'],
  ['calls', '--limit', 'many'],
  ['calls', '-n', '0'],
])('%s %s %s %s %s is refused before anything is sent', async (...words) => {
  const { url, seen } = await gateway(200, {})
  const run = await qm('--url', url, '--key', 'k', ...words.filter((word) => word !== undefined))
  expect(run.code).toBe(2)
  expect(run.err).toContain('whole number')
  expect(seen).toEqual([])
})

test('a key can expire', async () => {
  const { url, seen } = await gateway(201, {})
  await qm('--url', url, '--key', 'k', 'key', 'new', 'Sales', '--expires-in', '3600')
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ expires_in: 3600 })
})

test('numbers keep all their digits in both directions', async () => {
  const { url, seen } = await gateway(200, undefined, '{"n":12345678901234567890}')
  const run = await qm('--url', url, '--key', 'k', 'call', 'x', '{"n":98765432109876543210}')
  expect(seen[0]?.body).toBe('{"n":98765432109876543210}')
  expect(run.out).toBe('{\n  "n": 12345678901234567890\n}\n')
})

test('tool folders are created and checked in the gateway’s directory', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-qm-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const inDir = { cwd: dir, env: { QM_TOOLS_DIR: dir } }
  expect((await qmIn(inDir, 'tools', 'new', '123')).code).toBe(0)
  await mkdir(join(dir, 'Bad'))
  await writeFile(join(dir, 'Bad', 'manifest.yaml'), 'a: b: c')
  const all = await qmIn(inDir, 'tools', 'check')
  expect(all.code).toBe(1)
  expect(all.out).toContain('ok      123 ("123"): greet')
  expect(all.out).toMatch(/^ {8}Bad\/manifest\.yaml:1: /m)
  const one = await qmIn(inDir, 'tools', 'check', 'Bad')
  expect(one.out).toMatch(/^ {8}Bad\/manifest\.yaml:1: /m)
})

test('a reader that closes the pipe early is not an error', async () => {
  const child = spawn(process.execPath, [MAIN, '--help'], { env: {} })
  child.stdout.destroy()
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  expect([code, err]).toEqual([0, ''])
})

test('with --json every command prints one JSON value', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'qm-json-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const empty = await gateway(204, undefined)
  const rows = await gateway(200, [{ vendor: 'Acme' }])
  const file = join(folder, 'rows.json')
  const at = (url: string) => ['--json', '--url', url, '--key', 'k']
  const parsed = async (...words: string[]) => JSON.parse((await qm(...words)).out)

  expect(await parsed('--json', 'tools', 'new', 'Weather', '--dir', folder)).toMatchObject({
    folder: join(folder, 'Weather'),
    files: expect.arrayContaining(['manifest.yaml']),
  })
  expect(await parsed('--json', 'tools', 'check', folder)).toMatchObject({
    folders: [{ folder: 'Weather', problems: [] }],
  })
  expect(await parsed(...at(empty.url), 'api', 'DELETE', '/v1/agents/Sales')).toBe(null)
  expect(await parsed(...at(rows.url), 'tables', 'export', 'Q1', '--output', file)).toEqual({
    file,
  })
})
