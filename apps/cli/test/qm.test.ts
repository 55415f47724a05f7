import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

type Seen = { method?: string; url?: string; headers: NodeJS.Dict<string | string[]>; body: string }

/** Something that answers like a gateway and remembers what it was asked. */
async function gateway(status: number, answer: unknown) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(answer === undefined ? '' : JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

async function qm(...words: string[]) {
  const child = spawn(process.execPath, [MAIN, ...words], { env: {} })
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
  expect(seen[0]?.headers).toMatchObject({ 'x-api-key': 'k', 'x-workspace': 'acme' })
  expect(Buffer.from(String(seen[0]?.headers['x-agent']), 'latin1').toString()).toBe('Zoë')
})

test('an agent is made with its limits', async () => {
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

test('a refusal is told in the gateway’s words', async () => {
  const { url } = await gateway(404, { error: 'No agent "x"', suggestion: 'Check the name.' })
  const run = await qm('--url', url, '--key', 'k', 'key', 'new', 'x')
  expect(run.code).toBe(1)
  expect(run.err).toBe('No agent "x"\nCheck the name.\n')
})

test('without a gateway it says where it looked', async () => {
  const run = await qm('--url', 'http://127.0.0.1:1', '--key', 'k', 'status')
  expect(run.code).toBe(1)
  expect(run.err).toContain('http://127.0.0.1:1')
})

test('arguments that are no JSON are refused before anything is sent', async () => {
  const { url, seen } = await gateway(200, {})
  const run = await qm('--url', url, '--key', 'k', 'call', 'get_context', '{bad')
  expect(run.code).toBe(1)
  expect(run.err).toContain('JSON')
  expect(seen).toEqual([])
})
