// `pnpm prove [--quick] [--only SUITE,…] [--seed N] [--note TEXT]`: runs the suites and writes docs/proof.md and
// its main figures into README.md.
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { describeMachine, type Proof, renderPage } from './src/report/page.ts'
import type { SuiteResult } from './src/report/suite.ts'
import { SUITES } from './src/report/suites.ts'
import { renderSummary, replaceSummary } from './src/report/summary.ts'

const PAGE = new URL('../docs/proof.md', import.meta.url)
const README = new URL('../README.md', import.meta.url)
const RESULTS = new URL('../docs/proof.json', import.meta.url)

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string' },
    note: { type: 'string' },
  },
})
const isQuick = values.quick
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const wanted = values.only?.split(',') ?? SUITES.map(({ id }) => id)
const unknown = wanted.filter((id) => !SUITES.some((suite) => suite.id === id))
if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  console.error(`Usage: pnpm prove [--quick] [--only ${SUITES.map(({ id }) => id)}] [--seed N]`)
  process.exit(2)
}

const earlier = await readFile(RESULTS, 'utf8').then(
  (text) => (JSON.parse(text) as Proof).suites,
  () => ({}) as Proof['suites'],
)
const results: Record<string, SuiteResult> = {}
for (const { id, title, about, run, hasQuickRun = false } of SUITES) {
  const known = earlier[id]
  if (!wanted.includes(id)) {
    if (known !== undefined) results[id] = known
    continue
  }
  console.log(`${title} (seed ${seed}) …`)
  const began = performance.now()
  // A suite that cannot run to its end proves nothing, and must not take the results of the others along.
  const found = await run({ isQuick, seed }).catch((error: unknown) => {
    console.error(error)
    return { seed, figures: {}, broken: [`the suite failed: ${error}`] }
  })
  if (found === undefined) {
    console.log('  not available here')
    continue
  }
  const date = new Date().toISOString().slice(0, 10)
  const seconds = (performance.now() - began) / 1000
  results[id] = { title, about, date, seconds, isQuick: isQuick && hasQuickRun, ...found }
  const { figures, broken } = found
  for (const [label, value] of Object.entries(figures)) console.log(`  ${label}: ${value}`)
  for (const text of broken) console.log(`  BROKEN: ${text}`)
}
const proof: Proof = { machine: describeMachine(), note: values.note, suites: results }
await writeFile(RESULTS, `${JSON.stringify(proof, null, 2)}\n`)
await writeFile(PAGE, renderPage(proof))
await writeFile(README, replaceSummary(await readFile(README, 'utf8'), renderSummary(proof)))
const hasBroken = Object.values(results).some(({ broken }) => broken.length > 0)
console.log(`\nWrote docs/proof.md: ${hasBroken ? 'promises were broken' : 'all promises held'}.`)
process.exit(hasBroken ? 1 : 0)
