import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import repository from '../../../package.json' with { type: 'json' }

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

type Reply = { status?: number; body: unknown }
type Replies = (method: string, url: URL) => Reply

const IDENTITY = {
  workspace: 'default',
  agent: 'Sales',
  key_id: 'k1',
  is_root: false,
  permissions: { limits: [], paths: null },
  tools: ['get_context'],
}

/** A server that answers by method and URL; `sent` has what it received. */
async function gateway(replies: Replies) {
  const sent: { method: string; path: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url: path = '' } = request
    sent.push({ method, path, body })
    const reply = replies(method, new URL(path, 'http://gateway'))
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const qm = (...words: string[]) => run({ QM_URL: url, QM_KEY: 'qm_key' }, words)
  return { url, sent, qm }
}

async function run(env: Record<string, string>, words: string[], input = '') {
  const child = spawn(process.execPath, [MAIN, ...words], { env })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, ...output }
}

const always = (body: unknown) => gateway(() => ({ body }))

test('the version is that of the repository', async () => {
  const { code, out } = await run({}, ['--version'])
  expect([code, out]).toEqual([0, `${repository.version}\n`])
})

test('the help names the formats of descriptors', async () => {
  const { code, out } = await run({}, ['descriptors', '--help'])
  expect(code).toBe(0)
  expect(out).toContain('anthropic')
  expect(out).toContain('openapi')
})

test('an unknown command is wrong usage', async () => {
  expect((await run({}, ['frobnicate'])).code).toBe(2)
})

test('whoami shows the identity, and with --json all of it', async () => {
  const { qm } = await always(IDENTITY)
  expect((await qm('whoami')).out).toMatch(/agent +Sales/)
  expect(JSON.parse((await qm('whoami', '--json')).out)).toEqual(IDENTITY)
})

test('a wrong key is not ready', async () => {
  const { qm } = await gateway((_method, { pathname }) =>
    pathname === '/readyz'
      ? { body: { status: 'ready' } }
      : { status: 401, body: { error: 'This key is not known here' } },
  )
  const { code, err } = await qm('status')
  expect(code).toBe(3)
  expect(err).toContain('not known')
})

test('a list has all pages, as one JSON value', async () => {
  const { qm } = await gateway((_method, { searchParams }) => {
    const page = Number(searchParams.get('cursor') ?? 0)
    return {
      body: { schedules: [{ id: page }], next_cursor: page < 2 ? String(page + 1) : null },
    }
  })
  const { code, out } = await qm('schedules', 'list', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out).schedules).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }])
})

test('the list of schedules shows their prompts', async () => {
  const { qm } = await always({
    schedules: [{ id: 7, agent_id: 'Sales', prompt_text: 'Look at the leads' }],
    next_cursor: null,
  })
  expect((await qm('schedules', 'list')).out).toContain('Look at the leads')
})

test.each(['tools', 'schedules', 'calls', 'agents', 'keys', 'tables', 'deliveries'])(
  'qm %s prints something even if there is nothing, and JSON with --json',
  async (name) => {
    const { qm } = await always({ [name]: [], next_cursor: null })
    const words = name === 'calls' ? [name] : [name, 'list']
    const plain = await qm(...words)
    expect([plain.code, plain.out]).toEqual([0, `No ${name}.\n`])
    const json = await qm(...words, '--json')
    expect([json.code, JSON.parse(json.out)]).toEqual([0, { [name]: [], next_cursor: null }])
    expect(json.err).toBe('')
  },
)

test.each([
  [['--table', 't 1'], 'save_table_row', '/v1/tables/t%201/tools/save_table_row'],
  [['--thread', 't'], 'multiply', '/v1/threads/t/tools/multiply'],
  [[], 'Calculator/multiply', '/v1/toolsets/Calculator/tools/multiply'],
  [[], '/v1/tools/x', '/v1/tools/x'],
])('tools call %j %s calls %s', async (options, tool, path) => {
  const { qm, sent } = await always({ ok: true })
  const { code } = await qm('tools', 'call', tool, '{"a":1}', ...options)
  expect(code).toBe(0)
  expect(sent).toEqual([{ method: 'POST', path, body: '{"a":1}' }])
})

test('a tool of a folder is found by its name', async () => {
  const { qm, sent } = await gateway((method, { pathname }) => {
    if (pathname === '/v1/toolsets/Calculator/tools/multiply') return { body: 42 }
    if (method === 'POST') return { status: 404, body: { error: 'Unknown tool' } }
    const path = '/v1/toolsets/Calculator/tools/multiply'
    return { body: { tools: [{ name: 'multiply', path }], next_cursor: null } }
  })
  expect((await qm('call', 'multiply', '{}')).out).toBe('42\n')
  expect(sent).toHaveLength(3)
})

test('arguments come from a file or from standard input', async () => {
  const { qm, sent, url } = await always({})
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-qm-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  await writeFile(join(dir, 'input.json'), '{"from":"file"}')
  await qm('call', 'x', `@${join(dir, 'input.json')}`)
  await run({ QM_URL: url, QM_KEY: 'k' }, ['call', 'x', '-'], '{"from":"stdin"}')
  expect(sent.map(({ body }) => body)).toEqual(['{"from":"file"}', '{"from":"stdin"}'])
  expect((await qm('call', 'x', '@no-such-file')).code).toBe(2)
})

test.each(['claude', 'vscode', 'cursor', 'codex', 'openai-mcp', 'librechat'])(
  'connect %s prints the address of the MCP server and the key',
  async (host) => {
    const { qm, url } = await always(IDENTITY)
    const { code, out } = await qm('connect', host)
    expect(code).toBe(0)
    expect(out).toContain(`${url}/mcp`)
    expect(out).toContain('qm_key')
  },
)

test('connect vscode prints a configuration that can be pasted', async () => {
  const { qm, url } = await always(IDENTITY)
  const { out } = await qm('connect', 'vscode', '--json')
  expect(JSON.parse(JSON.parse(out).configuration)).toEqual({
    servers: {
      quartermaster: {
        type: 'http',
        url: `${url}/mcp`,
        headers: { Authorization: 'Bearer qm_key' },
      },
    },
  })
})

test('connect does not print the root key', async () => {
  const { qm } = await always({ ...IDENTITY, is_root: true })
  const { code, out, err } = await qm('connect', 'openwebui')
  expect(code).toBe(0)
  expect(out).not.toContain('qm_key')
  expect(out).toContain('YOUR_AGENT_KEY')
  expect(err).toContain('--new-key')
})

test('connect creates a key for an agent', async () => {
  const { qm, sent } = await always({ key: 'qm_new' })
  const { out } = await qm('connect', 'cursor', '--agent', 'Sales', '--new-key')
  expect(out).toContain('Bearer qm_new')
  expect(sent.map(({ path }) => path)).toEqual(['/v1/agents', '/v1/agents/Sales/keys'])
})

test('an unknown host is wrong usage, and the message lists the known ones', async () => {
  const { code, err } = await run({ QM_KEY: 'k' }, ['connect', 'acme'])
  expect(code).toBe(2)
  expect(err).toContain('vscode')
})

const WORKING: Replies = (_method, { pathname, searchParams, host }) => {
  if (pathname === '/v1/whoami') return { body: IDENTITY }
  if (pathname === '/mcp') {
    const serverInfo = { name: 'quartermaster', version: repository.version }
    return { body: { result: { serverInfo, tools: [{ name: 'health' }] } } }
  }
  if (pathname === '/openapi.json') return { body: { info: { version: repository.version } } }
  if (searchParams.get('format') === null && pathname === '/v1/descriptors') return { body: [{}] }
  return { body: { servers: [{ url: `http://${host}` }], paths: { '/a': {}, '/b': {} } } }
}

test('doctor succeeds if everything works', async () => {
  const { qm } = await gateway(WORKING)
  const { code, out, err } = await qm('doctor')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/ok +MCP lists the tools: 1 tools/)
  expect(out).toMatch(/ok +MCP calls a tool: health/)
})

test('doctor plays the client of a host, and says what would fail', async () => {
  const { qm } = await gateway(WORKING)
  const oauth = await qm('doctor', 'chatgpt', '--json')
  expect(oauth.code).toBe(0)
  const { findings } = JSON.parse((await qm('doctor', 'gpt', '--json')).out)
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'OpenAPI document for gpt', outcome: 'ok' }),
  )
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'descriptors have the public URL', outcome: 'warning' }),
  )
})

test('doctor warns if answers are too long for a host, or tools had to be left out', async () => {
  const { qm } = await gateway((method, url) => {
    if (url.pathname === '/v1/whoami') return { body: { ...IDENTITY, is_root: true } }
    if (url.pathname === '/v1/toolsets') return { body: { load_report: [] } }
    if (url.pathname === '/v1/settings') {
      return { body: { settings: [{ variable: 'QM_ANSWER_LIMIT', value: '900000' }] } }
    }
    const { body } = WORKING(method, url)
    const description = 'Tools. Left out, because the host takes at most 2 operations: health.'
    return { body: { ...(body as object), info: { description, version: repository.version } } }
  })
  const { code, out } = await qm('doctor', 'copilot')
  expect(code).toBe(0)
  expect(out).toMatch(/warning +answers are small .* 900000 bytes, and Copilot Studio takes 500000/)
  expect(out).toMatch(/warning +OpenAPI document for copilot: .*Left out, .* health/)
})

test('doctor says what is wrong', async () => {
  const { qm } = await gateway((_method, { pathname }) =>
    pathname === '/v1/whoami' ? { status: 401, body: { error: 'Bad key' } } : { body: {} },
  )
  const { code, out } = await qm('doctor')
  expect(code).toBe(1)
  expect(out).toContain('failed   key is valid: Bad key')
})

test('api sends any request', async () => {
  const { qm, sent } = await always({ id: 1 })
  expect((await qm('api', 'patch', '/v1/agents/x', '{"role":null}')).out).toBe('{\n  "id": 1\n}\n')
  expect(sent).toEqual([{ method: 'PATCH', path: '/v1/agents/x', body: '{"role":null}' }])
})

test('descriptors --check shows the verdict of each vendor, and fails if a tool is refused', async () => {
  const verdict = { tool: 'shout', changes: [], tokens: 40, is_estimate: false }
  const total = { tokens: 40, is_estimate: false }
  const body = {
    verdicts: [
      { ...verdict, vendor: 'openai', outcome: 'refused', reason: 'The description is too long.' },
      { ...verdict, vendor: 'gemini', outcome: 'accepted', is_estimate: true },
    ],
    totals: [
      { ...total, vendor: 'openai' },
      { ...total, vendor: 'gemini', is_estimate: true },
    ],
  }
  const { qm, sent } = await gateway(() => ({ body }))
  const { code, out } = await qm('descriptors', '--check', '--toolset', 'Shout')
  expect(sent[0]?.path).toBe('/v1/descriptors/verdicts?toolset=Shout')
  expect(out).toMatch(/^TOOL +OPENAI +GEMINI\nshout +refused +ok ~40\n/)
  expect(out).toContain('openai refuses: The description is too long. (shout)')
  expect(code).toBe(1)
})
