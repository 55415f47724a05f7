import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FUZZED_GATEWAY, type FuzzSummary, runFuzz } from './src/fuzz/run-fuzz.ts'
import { ROOT_KEY, startGateway } from './src/system/gateway.ts'

const USAGE = `pnpm fuzz [--requests N] [--seed S] [--connections C] [--only INDEX] [--json FILE]

Sends requests that are generated from the OpenAPI document to a gateway of its own. Fails on a 500, a
broken connection, a crash, a blocked event loop or growing memory. --only repeats one request of a seed.`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      connections: { type: 'string', default: '16' },
      only: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE)
  const dataDir = await mkdtemp(join(tmpdir(), 'quartermaster-fuzz-'))
  const gateway = await startGateway({ ...FUZZED_GATEWAY, QM_DATA_DIR: dataDir })
  try {
    const summary = await runFuzz({
      url: gateway.url,
      pid: gateway.pid,
      rootKey: ROOT_KEY,
      seed: Number(values.seed),
      requests: Number(values.requests),
      connections: Number(values.connections),
      only: values.only === undefined ? undefined : Number(values.only),
      hasExited: gateway.hasExitedByItself,
      onProgress: (done) => console.error(`${done} requests`),
    })
    if (values.json !== undefined)
      await writeFile(values.json, `${JSON.stringify(summary, null, 2)}\n`)
    print(summary)
    if (!summary.passed) console.error(gateway.output().slice(-5000))
    process.exitCode = summary.passed ? 0 : 1
  } finally {
    await gateway.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function print({ failures, statuses, ...summary }: FuzzSummary): void {
  console.log(JSON.stringify(summary))
  console.log(`statuses: ${JSON.stringify(statuses)}`)
  for (const { index, request, reason } of failures) {
    console.log(`\n--seed ${summary.seed} --only ${index}: ${reason}\n${JSON.stringify(request)}`)
  }
  console.log(summary.passed ? '\nPassed.' : '\nFailed.')
}

await main()
