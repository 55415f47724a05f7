import type { CallStatistics } from '../../api/types.ts'

/** Calls and errors of each minute from `since` on; minutes without calls count as 0. */
export function fillMinutes(
  stats: readonly Pick<CallStatistics, 'group' | 'calls' | 'errors'>[],
  since: Date,
  minutes: number,
): [number[], number[], number[]] {
  const known = new Map(stats.map((entry) => [Date.parse(entry.group) / 1000, entry]))
  const first = Math.floor(since.getTime() / 60_000) * 60
  const times = Array.from({ length: minutes + 1 }, (_, at) => first + at * 60)
  return [
    times,
    times.map((time) => known.get(time)?.calls ?? 0),
    times.map((time) => known.get(time)?.errors ?? 0),
  ]
}
