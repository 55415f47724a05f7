import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Input, toolsFor } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog, type ToolServices } from '../../src/catalog.ts'
import { openGateway, ROOT_KEY, type TestGateway } from '../start-gateway.ts'
import { untilLoaded } from '../toolsets/folders.ts'
import { openKeyProxy } from './key-proxy.ts'

const run = promisify(execFile)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

let gateway: TestGateway
let proxy: Awaited<ReturnType<typeof openKeyProxy>>
let results: string

const tool = toolsFor<ToolServices>()
const Anything = Type.Unsafe<unknown>({})

// The suite waits only half a second for these two, so they must not have to start a runner.
const quickTools = [
  tool({
    name: 'test_logging_tool',
    description: 'Writes to the log.',
    effect: 'read',
    input: Input({}),
    output: Anything,
    async handler(_input, { log }) {
      log.info({}, 'a line of the log')
      return 'done'
    },
  }),
  tool({
    name: 'test_trigger_tool_change',
    description: 'Adds an agent, which changes what agents are offered.',
    effect: 'write',
    input: Input({}),
    output: Anything,
    async handler(_input, { services, caller }) {
      await services.db
        .insertInto('agents')
        .values({ name: crypto.randomUUID(), workspace_id: caller.workspaceId })
        .execute()
      return 'changed'
    },
  }),
]

beforeAll(async () => {
  const samples = { name: 'samples', title: 'Samples', tools: quickTools }
  results = await mkdtemp(join(tmpdir(), 'quartermaster-conformance-'))
  gateway = await openGateway({
    groups: [...catalog.groups, samples],
    config: { toolsDir: here('./tools') },
  })
  await untilLoaded(gateway, ['Conformance'])
  proxy = await openKeyProxy(gateway.url, ROOT_KEY)
})

afterAll(async () => {
  proxy?.close()
  await gateway?.close()
  await rm(results, { recursive: true, force: true })
})

/** Runs a program of a package in Node; a failure has its output. */
async function runProgram(file: string, args: readonly string[]): Promise<string> {
  const options = { cwd: results, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await run(process.execPath, [file, ...args], options).catch((error) => {
    throw new Error(`${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

async function binOf(name: string, bin: string): Promise<string> {
  const folder = here(`../../node_modules/${name}`)
  const { bin: bins } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return join(folder, bins[bin])
}

test.each(['2025-11-25', '2026-07-28'])(
  'the conformance suite of %s passes, except for what is not offered',
  async (revision) => {
    const suite = await binOf('@modelcontextprotocol/conformance', 'conformance')
    const output = await runProgram(suite, [
      ...['server', '--url', `${proxy.url}/mcp`, '--requirements', revision],
      ...['--expected-failures', here('./expected-failures.yaml')],
    ])
    expect(output).toContain('all failures are expected')
    expect(output).toMatch(/✓ tools-call-with-progress: \d+ passed, 0 failed/)
  },
)

test('the Inspector lists and calls tools', async () => {
  const inspector = await binOf('@modelcontextprotocol/inspector', 'mcp-inspector')
  const ask = async (...args: string[]) =>
    JSON.parse(
      await runProgram(inspector, [
        ...['--cli', `${gateway.url}/mcp`, '--transport', 'http'],
        ...['--header', `x-api-key: ${ROOT_KEY}`, ...args],
      ]),
    )
  const { tools } = await ask('--method', 'tools/list')
  expect(tools.map(({ name }: { name: string }) => name)).toContain('test_simple_text')
  const result = await ask('--method', 'tools/call', '--tool-name', 'test_simple_text')
  expect(result.content).toEqual([
    { type: 'text', text: 'This is a simple text response for testing.' },
  ])
})
