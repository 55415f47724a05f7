import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Environment, startEnvironment } from './src/environment.ts'
import { charts } from './src/report/charts.ts'
import { describeMachine } from './src/report/machine.ts'
import { markdownReport, targetsTable } from './src/report/markdown.ts'
import type { SuiteResult } from './src/results.ts'
import { benchBulkUpdate } from './src/suites/bulk-update.ts'
import { benchCalls, benchConnections } from './src/suites/calls.ts'
import { benchDelivery } from './src/suites/delivery.ts'
import { benchDescriptors } from './src/suites/descriptors.ts'
import { benchFixedRate } from './src/suites/fixed-rate.ts'
import { benchGrowth } from './src/suites/growth.ts'
import { benchMemory } from './src/suites/memory.ts'
import { benchProcesses } from './src/suites/processes.ts'
import { benchStartUp } from './src/suites/start-up.ts'
import { isReached, TARGETS, type Target, type TargetId } from './src/targets.ts'

type Suite = (environment: Environment) => Promise<SuiteResult>

const SUITES: Record<string, { readonly run: Suite; readonly quick?: true }> = {
  calls: { run: benchCalls, quick: true },
  connections: { run: benchConnections, quick: true },
  descriptors: { run: benchDescriptors, quick: true },
  'fixed-rate': { run: benchFixedRate },
  processes: { run: benchProcesses },
  growth: { run: benchGrowth },
  'bulk-update': { run: benchBulkUpdate },
  delivery: { run: benchDelivery },
  memory: { run: benchMemory, quick: true },
  'start-up': { run: benchStartUp, quick: true },
}

const OUTPUT = fileURLToPath(new URL('../docs/benchmarks/', import.meta.url))

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})
const unknown = wanted.find((name) => !(name in SUITES))
if (unknown !== undefined) {
  console.error(`There is no suite '${unknown}'. Suites: ${Object.keys(SUITES).join(', ')}`)
  process.exit(2)
}

const environment = await startEnvironment({ isQuick: options.quick })
const results: SuiteResult[] = []
try {
  for (const [name, { run, quick }] of Object.entries(SUITES)) {
    if (wanted.length > 0 ? !wanted.includes(name) : options.quick && !quick) continue
    console.error(`measuring ${name} …`)
    results.push(await run(environment))
  }
  const report = markdownReport(results, await describeMachine(environment.databases))
  console.log(report)
  // By default only a whole run replaces the published page.
  if (options.write || (wanted.length === 0 && !options.quick)) await publish(report)
} finally {
  await environment.stop()
}
if (options.check) check()

async function publish(report: string): Promise<void> {
  await mkdir(OUTPUT, { recursive: true })
  await writeFile(`${OUTPUT}results.md`, report)
  await writeFile(`${OUTPUT}results.json`, `${JSON.stringify(results, undefined, 2)}\n`)
  for (const [file, svg] of Object.entries(charts(results))) await writeFile(OUTPUT + file, svg)
}

function check(): void {
  const missed = results.flatMap(({ figures = {} }) =>
    Object.entries(figures).filter(
      ([id, { median }]) => !isReached(TARGETS[id as TargetId] as Target, median),
    ),
  )
  if (missed.length === 0) return
  console.error(`\nBelow what is required:\n${targetsTable(results)}`)
  process.exitCode = 1
}
