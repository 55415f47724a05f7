import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { HOSTS, KEY_PLACEHOLDER } from '@quartermaster/hosts'
import { expect, onTestFinished, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { readPage } from './pages.ts'
import { startScriptedModel } from './scripted-model.ts'

const run = promisify(execFile)

// Below the gateway's own packages, so that the programs can import the libraries.
const PROGRAMS = fileURLToPath(new URL('../../node_modules/', import.meta.url))

const CALL = { name: 'push_context', input: { key: 'greeting', value: 'hello' } }

async function start() {
  const gateway = await startGateway()
  const agent = { name: 'Assistant', with_key: true }
  const { key } = (await gateway.request('POST', '/v1/agents', { body: agent })).body.key
  const pushed = async () => {
    const { body } = await gateway.as('Assistant').call('get_context', { keys: ['greeting'] })
    return body.context
  }
  return { ...gateway, key: key as string, pushed }
}

/** Runs the program of a page, followed by `rest`, and returns what it prints. */
async function runProgram(code: string, rest: string, env: Record<string, string>) {
  const folder = await mkdtemp(join(PROGRAMS, '.connect-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'program.mjs')
  await writeFile(file, `${code}\n${rest}\n`)
  const { stdout } = await run(process.execPath, [file], { env })
  return stdout.trim()
}

const configurationOf = (name: string, values: { url: string; key: string }): string =>
  HOSTS[name]?.configuration(values) ?? ''

test.each(['openai', 'anthropic', 'gemini'])(
  'the program for %s lets the model call a tool',
  async (name) => {
    const { url, key, pushed } = await start()
    const model = await startScriptedModel(CALL, 'Done.')
    const printed = await runProgram(configurationOf(name, { url, key }), 'console.log(text)', {
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'k',
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'k',
      GOOGLE_GEMINI_BASE_URL: model.url,
      GEMINI_API_KEY: 'k',
    })
    expect(printed).toBe('Done.')
    expect(model.offered[0]).toContain('push_context')
    expect(await pushed()).toEqual({ greeting: 'hello' })
  },
)

test('the programs of README.md run, and its MCP command is that of qm connect', async () => {
  const { url, key, pushed } = await start()
  const model = await startScriptedModel(CALL, 'Done.')
  const readme = readPage('README.md')
  const blocks = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) =>
    code.replaceAll('http://127.0.0.1:8080', url).replaceAll(KEY_PLACEHOLDER, key),
  )
  const printed: string[] = []
  for (const code of blocks) {
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'k' }
    printed.push(await runProgram(code, '', env))
  }
  expect(printed).toEqual(['Done.', expect.stringMatching(/^Assistant may call [1-9]\d* tools$/)])
  expect(await pushed()).toEqual({ greeting: 'hello' })

  const documented = { url: 'http://127.0.0.1:8080', key: KEY_PLACEHOLDER }
  expect(readme).toContain(`\n${configurationOf('claude', documented)}\n`)
})

const INPUT = JSON.stringify(CALL.input)

test.each([
  ['ai-sdk', `await tools.push_context.execute(${INPUT}, { toolCallId: '1', messages: [] })`],
  ['langchain', `await tools.find(({ name }) => name === 'push_context').invoke(${INPUT})`],
  ['openai-agents', `await quartermaster.callTool('push_context', ${INPUT})`],
])('the program for %s calls a tool', async (name, call) => {
  const { url, key, pushed } = await start()
  const rest = `${call}\nprocess.exit(0)`
  await runProgram(configurationOf(name, { url, key }), rest, { OPENAI_API_KEY: 'k' })
  expect(await pushed()).toEqual({ greeting: 'hello' })
})

test('the command for Subconscious prints the tools of the key', async () => {
  const { url, key } = await start()
  const { stdout } = await run('sh', ['-c', configurationOf('subconscious', { url, key })])
  const tools = JSON.parse(stdout)
  expect(tools[0]).toMatchObject({ type: 'function', headers: { 'x-api-key': key } })
})

test.each(['dify', 'watsonx', 'copilot', 'gpt'])(
  'the command for %s writes a document with the tools of the key',
  async (name) => {
    const { url, key } = await start()
    const folder = await mkdtemp(join(PROGRAMS, '.connect-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const command = `${configurationOf(name, { url, key })}\ncat quartermaster.json`
    const { stdout } = await run('sh', ['-c', command], { cwd: folder })
    expect(Object.keys(JSON.parse(stdout).paths)).toContain('/v1/tools/push_context')
  },
)

type Server = { url?: string; serverUrl?: string; httpUrl?: string; headers?: object }

test.each(['vscode', 'cursor', 'windsurf', 'gemini-cli'])(
  'the configuration for %s reaches the tools over MCP',
  async (name) => {
    const { url, key } = await start()
    const { servers, mcpServers } = JSON.parse(configurationOf(name, { url, key }))
    const server: Server = (servers ?? mcpServers).quartermaster
    const response = await fetch(server.url ?? server.serverUrl ?? server.httpUrl ?? '', {
      method: 'POST',
      headers: {
        ...server.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('"name":"push_context"')
  },
)
