import { readFile } from 'node:fs/promises'
import type { Suite } from './suite.ts'

const RESULTS = new URL('../../../docs/benchmarks/results.json', import.meta.url)

type Spread = { readonly median: number }
type BenchmarkSuite = { readonly figures?: Readonly<Record<string, Spread>> }

const TIMES: Readonly<Record<string, string>> = {
  get: 'get_context, calls per second against Fastify with pg',
  getExpress: 'the same against Express with pg',
  getFastApi: 'the same against FastAPI with asyncpg',
  push: 'push_context against a bare upsert',
  saveRow: 'save_table_row against a bare upsert',
}

/** The results of the last `pnpm bench`, which takes a quiet machine and is run on its own. */
export const benchmarkSuite: Suite = {
  id: 'benchmarks',
  title: 'Benchmarks',
  about:
    'Ratios of calls per second to programs that do less: no keys, no permissions, no history, no call log. From the last run of `pnpm bench`; [all results](benchmarks/results.md).',
  async run() {
    const text = await readFile(RESULTS, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const suites = JSON.parse(text) as BenchmarkSuite[]
    const figures = Object.assign({}, ...suites.map((suite) => suite.figures ?? {}))
    const known = Object.entries(TIMES).filter(([id]) => figures[id] !== undefined)
    return {
      figures: Object.fromEntries(
        known.map(([id, label]) => [label, `${(figures[id] as Spread).median.toFixed(2)} ×`]),
      ),
      broken: [],
    }
  },
}
