// `pnpm soak --minutes N [--seed N]`: mixed load with faults. Exits with 1 if a promise was broken.
import { parseArgs } from 'node:util'
import { runSoak } from './src/soak/run-soak.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
})
const minutes = Number(values.minutes)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('Usage: pnpm soak --minutes N [--seed N]')
  process.exit(2)
}

console.log(`Soaking for ${minutes} minutes with seed ${seed} …`)
const result = await runSoak({ minutes, seed, onFault: (name) => console.log(`  fault: ${name}`) })
const { first, last } = result
const rows: [string, number, number, string][] = [
  ['memory', first.memoryMb, last.memoryMb, 'MB'],
  ['database connections', first.connections, last.connections, ''],
  ['event loop lag p99', first.eventLoopLagMs, last.eventLoopLagMs, 'ms'],
  ['p99 of writes', first.p99Ms, last.p99Ms, 'ms'],
]
console.log(
  `\n${'median of'.padEnd(24)}${'first quarter'.padStart(15)}${'last quarter'.padStart(15)}`,
)
for (const [name, before, after, unit] of rows) {
  const cells = [before, after].map((value) => `${value.toFixed(1)} ${unit}`.trim().padStart(15))
  console.log(name.padEnd(24) + cells.join(''))
}
console.log(`\nacknowledged ${result.acknowledged}, lost ${result.lost}, doubled ${result.doubled}`)
console.log(
  `prompts ${result.prompts}, lost ${result.promptsLost}, under a second id ${result.promptsDoubled}`,
)
for (const text of result.broken) console.log(`BROKEN: ${text}`)
console.log(result.broken.length === 0 ? '\nVerdict: held.' : '\nVerdict: broken.')
process.exit(result.broken.length === 0 ? 0 : 1)
