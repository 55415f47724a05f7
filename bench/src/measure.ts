import { loadByAutocannon } from './load/autocannon.ts'
import type { Load, LoadRequest, LoadResult } from './load/request.ts'
import { hasWrk, loadByWrk } from './load/wrk.ts'
import { cpuMs } from './system/proc.ts'

export type Contender = {
  readonly request: LoadRequest
  readonly connections: number
  /** The server's process, for the CPU time of a call. */
  readonly pid: number
}

export type Spread = { readonly median: number; readonly low: number; readonly high: number }

export type Measurement = {
  readonly perSecond: Spread
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU milliseconds per call; undefined where there is no /proc. */
  readonly serverCpuMs: number | undefined
  readonly postgresCpuMs: number | undefined
  /** One value per round, for the spread of ratios. */
  readonly rounds: readonly number[]
}

export type Plan = {
  readonly rounds: number
  readonly seconds: number
  readonly postgresPid: number
}

export const LOAD_GENERATOR = (await hasWrk()) ? 'wrk' : 'autocannon'

let runs = 0

function load(template: LoadRequest, options: Load): Promise<LoadResult> {
  runs++
  const fill = (text: string) => text.replaceAll('{run}', `${Date.now()}-${runs}`)
  const request: LoadRequest = {
    ...template,
    headers: Object.fromEntries(
      Object.entries(template.headers ?? {}).map(([name, value]) => [name, fill(value)]),
    ),
    ...(template.body !== undefined && { body: fill(template.body) }),
  }
  return LOAD_GENERATOR === 'wrk' ? loadByWrk(request, options) : loadByAutocannon(request, options)
}

/**
 * Measures contenders in turns, so that a disturbance of the machine meets all of them. The first turn is a
 * short warm-up and does not count.
 */
export async function measureInTurns<Name extends string>(
  contenders: Record<Name, Contender>,
  plan: Plan,
): Promise<Record<Name, Measurement>> {
  const entries = Object.entries(contenders) as [Name, Contender][]
  const turns = new Map<Name, Turn[]>(entries.map(([name]) => [name, []]))
  for (let round = 0; round <= plan.rounds; round++) {
    for (const [name, contender] of entries) {
      const seconds = round === 0 ? Math.min(2, plan.seconds) : plan.seconds
      const turn = await measureOnce(contender, seconds, plan.postgresPid)
      if (round > 0) turns.get(name)?.push(turn)
    }
  }
  return Object.fromEntries(
    entries.map(([name]) => [name, summarize(turns.get(name) ?? [])]),
  ) as Record<Name, Measurement>
}

type Turn = LoadResult & { serverCpuMs: number | undefined; postgresCpuMs: number | undefined }

async function measureOnce(
  { request, connections, pid }: Contender,
  seconds: number,
  postgresPid: number,
): Promise<Turn> {
  const before = { server: cpuMs(pid), postgres: cpuMs(postgresPid) }
  const result = await load(request, { connections, seconds })
  if (result.calls === 0 || result.failures > 0) {
    throw new Error(`${request.url}: ${result.failures} of ${result.calls} calls failed`)
  }
  const perCall = (start: number | undefined, end: number | undefined) =>
    start === undefined || end === undefined ? undefined : (end - start) / result.calls
  return {
    ...result,
    serverCpuMs: perCall(before.server, cpuMs(pid)),
    postgresCpuMs: perCall(before.postgres, cpuMs(postgresPid)),
  }
}

function summarize(turns: readonly Turn[]): Measurement {
  const medianOf = (pick: (turn: Turn) => number | undefined) => {
    const values = turns.flatMap((turn) => pick(turn) ?? [])
    return values.length === 0 ? undefined : spreadOf(values).median
  }
  const rounds = turns.map(({ perSecond }) => perSecond)
  return {
    perSecond: spreadOf(rounds),
    p50Ms: medianOf(({ p50Ms }) => p50Ms) ?? 0,
    p99Ms: medianOf(({ p99Ms }) => p99Ms) ?? 0,
    serverCpuMs: medianOf(({ serverCpuMs }) => serverCpuMs),
    postgresCpuMs: medianOf(({ postgresCpuMs }) => postgresCpuMs),
    rounds,
  }
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[Math.max(0, Math.min(sorted.length - 1, index))] ?? 0
  return { median: at(Math.floor(sorted.length / 2)), low: at(0), high: at(sorted.length - 1) }
}

/** The ratio of two medians; the spread comes from the ratios of the single rounds. */
export function ratioOf(ours: Measurement, baseline: Measurement): Spread {
  const { low, high } = spreadOf(
    ours.rounds.map((value, round) => value / (baseline.rounds[round] ?? Number.NaN)),
  )
  return { median: ours.perSecond.median / baseline.perSecond.median, low, high }
}
