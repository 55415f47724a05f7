/** The calls and prompts of the agents. */
export type Demand = {
  readonly agents: number
  readonly callsPerAgentAndHour: number
  readonly promptsPerAgentAndDay: number
}

/** CPU milliseconds of the gateway and of PostgreSQL per call, and deliveries per second. */
export type Costs = {
  readonly calls: Readonly<
    Record<string, { readonly serverMs: number; readonly postgresMs: number }>
  >
  readonly deliveriesPerSecond: number
}

type Row = {
  readonly name: string
  readonly measurement: { readonly serverCpuMs?: Cpu; readonly postgresCpuMs?: Cpu }
}
type Cpu = number | { readonly median: number }
type BenchmarkSuite = {
  readonly title: string
  readonly rows?: readonly Row[]
  readonly tables?: readonly { readonly rows: readonly (readonly (string | number)[])[] }[]
}

/** Calls of an agent by kind: mostly reads. The names are rows of the benchmark. */
const MIX: Readonly<Record<string, number>> = {
  'Quartermaster get_context': 0.6,
  'Quartermaster list_context, 10 of 1,000': 0.05,
  'Quartermaster push_context, Idempotency-Key': 0.2,
  'Quartermaster save_table_row': 0.15,
}

/** The busiest hour has this many times the calls of an average one. */
const PEAK = 3
/** The part of a core that is used at most, so that latency stays low. */
const BUSY = 0.6
/** Bytes in PostgreSQL per row of the call log and per delivery with its attempt, with indexes. */
const CALL_LOG_BYTES = 600
const DELIVERY_BYTES = 900
/** Cores of one large PostgreSQL server. */
const SERVER_CORES = 64
const DAY_SECONDS = 86_400

export function readCosts(suites: readonly BenchmarkSuite[]): Costs {
  const rows = suites.flatMap((suite) => suite.rows ?? [])
  const calls = Object.keys(MIX).map((name) => {
    const row = rows.find((one) => one.name === name)
    if (row === undefined) throw new Error(`The benchmarks have no row "${name}": run pnpm bench`)
    const { serverCpuMs = 0, postgresCpuMs = 0 } = row.measurement
    return [name, { serverMs: median(serverCpuMs), postgresMs: median(postgresCpuMs) }] as const
  })
  const deliveries = suites
    .filter(({ title }) => title === 'Scheduled prompts')
    .flatMap(({ tables = [] }) => tables)
    .flatMap(({ rows }) => rows)
    .filter(([way]) => way === 'Quartermaster, to a webhook')
    .map((row) => Number(row[2]))
    .filter((rate) => rate > 0)
  if (deliveries.length === 0) throw new Error('The benchmarks have no deliveries: run pnpm bench')
  return { calls: Object.fromEntries(calls), deliveriesPerSecond: Math.min(...deliveries) }
}

const median = (value: Cpu): number => (typeof value === 'number' ? value : value.median)

/** The resources that these agents need at their busiest hour, by kind. */
export function project(demand: Demand, costs: Costs): Record<string, number> {
  const { agents, callsPerAgentAndHour, promptsPerAgentAndDay } = demand
  const callsPerDay = agents * callsPerAgentAndHour * 24
  const promptsPerDay = agents * promptsPerAgentAndDay
  const callsPerSecond = (callsPerDay / DAY_SECONDS) * PEAK
  const promptsPerSecond = (promptsPerDay / DAY_SECONDS) * PEAK
  const cores = (read: (cost: Costs['calls'][string]) => number) =>
    Object.entries(MIX).reduce((sum, [name, part]) => {
      const cost = costs.calls[name]
      return sum + (cost === undefined ? 0 : (callsPerSecond * part * read(cost)) / 1000 / BUSY)
    }, 0)
  const gateways = cores(({ serverMs }) => serverMs)
  const postgres = cores(({ postgresMs }) => postgresMs)
  return {
    'calls per second, busiest hour': callsPerSecond,
    'gateway processes (one core each)': gateways,
    'PostgreSQL cores': postgres,
    [`PostgreSQL servers of ${SERVER_CORES} cores`]: postgres / SERVER_CORES,
    'prompts per second, busiest hour': promptsPerSecond,
    'worker processes': promptsPerSecond / costs.deliveriesPerSecond / BUSY,
    'database connections (20 per process)': Math.ceil(gateways) * 20,
    'rows of the call log per day': callsPerDay,
    'GB of the call log per day': (callsPerDay * CALL_LOG_BYTES) / 1e9,
    'GB of deliveries per day': (promptsPerDay * DELIVERY_BYTES) / 1e9,
  }
}
