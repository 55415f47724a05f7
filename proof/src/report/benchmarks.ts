import { readFile } from 'node:fs/promises'
import { TARGETS, type Target } from '../../../bench/src/targets.ts'
import type { Suite } from './suite.ts'

const FOLDER = new URL('../../../docs/benchmarks/', import.meta.url)
const RESULTS = new URL('results.json', FOLDER)
const PAGE = new URL('results.md', FOLDER)

type Spread = { readonly median: number }
type BenchmarkSuite = { readonly figures?: Readonly<Record<string, Spread>> }

const SHOWN = ['get', 'getExpress', 'getFastApi', 'push', 'saveRow'] as const

/** The results of the last `pnpm bench`, which takes a quiet machine and is run on its own. */
export const benchmarkSuite: Suite = {
  id: 'benchmarks',
  title: 'Benchmarks',
  about:
    'Ratios of calls per second to programs that do less: no keys, no permissions, no history, no call log. From the last run of `pnpm bench`; [all results](benchmarks/results.md).',
  async run() {
    const text = await readFile(RESULTS, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const [, date] = /Measured on ([\d-]+)/.exec(await readFile(PAGE, 'utf8')) ?? []
    const suites = JSON.parse(text) as BenchmarkSuite[]
    const measured: Record<string, Spread> = Object.assign(
      {},
      ...suites.map((suite) => suite.figures ?? {}),
    )
    const medianOf = (id: string) => measured[id]?.median
    return {
      ...(date !== undefined && { date }),
      figures: Object.fromEntries(
        SHOWN.filter((id) => medianOf(id) !== undefined).map((id) => [
          TARGETS[id].label,
          `${medianOf(id)?.toFixed(2)} ×`,
        ]),
      ),
      broken: Object.entries(TARGETS).flatMap(([id, target]) => missed(target, medianOf(id))),
    }
  },
}

function missed(
  { label, atLeast, lowerIsBetter, unit }: Target,
  median: number | undefined,
): string[] {
  if (median === undefined) return []
  const isMissed = lowerIsBetter ? median > atLeast : median < atLeast
  return isMissed ? [`${label}: ${median.toFixed(2)}${unit}, required ${atLeast}${unit}`] : []
}
