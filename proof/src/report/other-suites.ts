import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FuzzSummary } from '../fuzz/run-fuzz.ts'
import type { Suite } from './suite.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const GUARD_TESTS = 'apps/gateway/test/guarded-routes'
const CONFORMANCE_TESTS = 'apps/gateway/test/mcp/conformance.process.test.ts'
const FUZZER = 'proof/fuzz.ts'

/** Runs a program of this repository that writes its result as JSON to the file it is given. */
async function runForJson<Result>(args: (file: string) => string[]): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-prove-'))
  const file = join(folder, 'result.json')
  try {
    // The file contains everything that the exit code says.
    await new Promise<void>((resolve) => {
      const options = { cwd: ROOT, maxBuffer: 64 * 2 ** 20 }
      execFile(process.execPath, args(file), options, () => resolve())
    })
    return JSON.parse(await readFile(file, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type VitestResult = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
}

async function runTests(path: string) {
  if (!existsSync(join(ROOT, path))) return undefined
  const result = await runForJson<VitestResult>((file) => [
    VITEST,
    ...['run', path, '--reporter=json', `--outputFile=${file}`],
  ])
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    figures: { 'tests passed': result.numPassedTests, 'tests failed': result.numFailedTests },
    table: {
      head: ['what holds', 'result'],
      rows: tests.map(({ title, status }) => [title, status]),
    },
    broken: tests.filter(({ status }) => status === 'failed').map(({ title }) => title),
  }
}

export const tenancySuite: Suite = {
  id: 'tenancy',
  title: 'Refused calls',
  about:
    'Every operation of the OpenAPI document is called without a key, with wrong, expired and revoked keys, with keys of too few permissions, and with the key of another workspace and the real ids of the first. The database must be the same before and after.',
  run: () => runTests(GUARD_TESTS),
}

export const conformanceSuite: Suite = {
  id: 'conformance',
  title: 'MCP conformance',
  about: 'The official conformance suite of the Model Context Protocol, and the Inspector.',
  run: () => runTests(CONFORMANCE_TESTS),
}

export const fuzzSuite: Suite = {
  id: 'fuzz',
  hasQuickRun: true,
  title: 'Fuzzed requests',
  about:
    'Random requests that are generated from the OpenAPI document. None may be answered with 500, break a connection, block the event loop or let the memory grow.',
  async run({ isQuick, seed }) {
    if (!existsSync(join(ROOT, FUZZER))) return undefined
    const requests = isQuick ? 10_000 : 100_000
    const summary = await runForJson<FuzzSummary>((file) => [
      join(ROOT, FUZZER),
      ...['--requests', String(requests), '--seed', String(seed), '--json', file],
    ])
    const { failures, passed } = summary
    return {
      seed,
      figures: {
        requests: summary.requests,
        operations: summary.operations,
        'refused because of a limit': summary.statuses['429'] ?? 0,
        failures: failures.length,
        'longest time in which the gateway answered nothing': `${summary.longestBlockMs} ms`,
        memory: `${summary.memoryEarlyMb} → ${summary.memoryLateMb} MB`,
      },
      broken: passed ? [] : ['the run failed', ...failures.map(({ reason }) => reason)],
    }
  },
}
