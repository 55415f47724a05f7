import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '@quartermaster/testing'
import type { Fault } from '../faults/fault.ts'
import { FAULTS } from '../faults/faults.ts'
import { type Load, startLoad } from '../load/run-load.ts'
import { type Verdict, verify } from '../load/verify.ts'
import { prepareWorkload } from '../load/workload.ts'
import { startSystem } from '../system/start-system.ts'
import { type Sample, takeSample } from './sample.ts'

export type SoakResult = Verdict & {
  readonly minutes: number
  readonly seed: number
  readonly faults: readonly string[]
  readonly samples: readonly Sample[]
  /** Medians of the first and of the last quarter of the run. */
  readonly first: Quarter
  readonly last: Quarter
  readonly broken: readonly string[]
}

export type Quarter = {
  readonly memoryMb: number
  readonly connections: number
  readonly eventLoopLagMs: number
  /** Of the writes that needed one attempt, so that faults do not count. */
  readonly p99Ms: number
}

type Options = {
  readonly minutes: number
  readonly seed: number
  readonly onFault?: (name: string) => void
}

const SAMPLE_MS = 2000
/** Time between faults, in which the system must be as it was. */
const QUIET_SECONDS = 15
const FAULT_SECONDS = 5
/** A killed process begins with an empty heap, which would hide a leak. */
const isForSoak = ({ name, variables }: Fault) =>
  !name.startsWith('kill') && variables === undefined

/** Mixed load over all families with a fault now and then; what must stay flat is compared. */
export async function runSoak({ minutes, seed, onFault }: Options): Promise<SoakResult> {
  await using cleanup = new AsyncDisposableStack()
  const system = cleanup.adopt(await startSystem(), (open) => open.stop())
  const { url } = system.gateway()
  const workload = cleanup.adopt(await prepareWorkload(url), (open) => open.stop())
  const random = randomFrom(seed)
  const began = performance.now()
  const endsAt = began + minutes * 60_000
  const load = startLoad({ workload, urlOf: () => url, pauseMs: 20 })
  const samples: Sample[] = []
  const faults: string[] = []

  const sampling = (async () => {
    while (performance.now() < endsAt) {
      const sample = await takeSample(url, began)
      if (sample !== undefined) samples.push(sample)
      await delay(SAMPLE_MS)
    }
  })()
  const quietMs = Math.min(QUIET_SECONDS, minutes * 6) * 1000
  await delay(quietMs)
  while (performance.now() + 2 * quietMs + FAULT_SECONDS * 1000 < endsAt) {
    const fault = random.pick(FAULTS.filter(isForSoak))
    faults.push(fault.name)
    onFault?.(fault.name)
    await fault.run(system, FAULT_SECONDS)
    await delay(quietMs)
  }
  await sampling
  await load.stop()
  const verdict = await verify(system.postgres, workload, load.acknowledged)
  const seconds = minutes * 60
  // The first tenth is left out: caches and pools fill.
  const first = quarter(samples, load, began, seconds * 0.1, seconds * 0.35)
  const last = quarter(samples, load, began, seconds * 0.75, seconds)
  const broken = findBroken(verdict, first, last, load, system.exits().length)
  return { ...verdict, minutes, seed, faults, samples, first, last, broken }
}

function quarter(
  samples: readonly Sample[],
  load: Load,
  began: number,
  from: number,
  to: number,
): Quarter {
  const inside = samples.filter(({ atSeconds }) => atSeconds >= from && atSeconds < to)
  const of = (read: (sample: Sample) => number) => quantile(inside.map(read), 0.5)
  const latencies = load.acknowledged
    .filter(({ at, attempts }) => {
      const seconds = (at - began) / 1000
      return attempts === 1 && seconds >= from && seconds < to
    })
    .map(({ latencyMs }) => latencyMs)
  return {
    memoryMb: of(({ memoryMb }) => memoryMb),
    connections: of(({ connections }) => connections),
    eventLoopLagMs: of(({ eventLoopLagMs }) => eventLoopLagMs),
    p99Ms: quantile(latencies, 0.99),
  }
}

function findBroken(
  verdict: Verdict,
  first: Quarter,
  last: Quarter,
  { problems }: Load,
  exits: number,
): string[] {
  const grew = (name: keyof Quarter, factor: number, slack: number, unit: string) => {
    const limit = first[name] * factor + slack
    const isGrown = last[name] > limit
    return [
      isGrown,
      `${name} grew from ${round(first[name])} to ${round(last[name])} ${unit}`,
    ] as const
  }
  const broken: (readonly [boolean, string])[] = [
    [verdict.lost + verdict.promptsLost > 0, 'something acknowledged is lost'],
    [verdict.doubled + verdict.promptsDoubled > 0, 'something happened twice'],
    [exits > 0, 'a process exited by itself'],
    [problems.length > 0, `unexpected answers: ${problems.slice(0, 3).join('; ')}`],
    grew('memoryMb', 1.3, 40, 'MB'),
    grew('connections', 1.2, 3, ''),
    grew('eventLoopLagMs', 2, 20, 'ms'),
    grew('p99Ms', 2, 50, 'ms'),
  ]
  return broken.filter(([is]) => is).map(([, text]) => text)
}

const round = (value: number) => Math.round(value * 10) / 10

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
