import type { Delivery } from '../../api/deliveries.ts'
import type { ExpectedRun } from '../../api/schedules.ts'

/** How a scheduled time went, or that it is still to come. */
export type Outcome = 'expected' | 'delivered' | 'late' | 'caught up' | 'open' | 'failed'

/** The times of one schedule on one day that had the same outcome. */
export type Entry = {
  readonly scheduleId: number | null
  readonly agent: string
  readonly outcome: Outcome
  readonly first: Date
  readonly count: number
}

export type Day = { readonly date: Date; readonly entries: readonly Entry[] }

const LATE_MS = 60_000

/** Days from `first` on, with what was delivered and what is expected, in order of time. */
export function toDays(
  expected: readonly ExpectedRun[],
  deliveries: readonly Delivery[],
  first: Date,
  count: number,
): Day[] {
  const times = [
    ...deliveries.map((delivery) => ({
      scheduleId: delivery.schedule_id,
      agent: delivery.agent_id,
      outcome: outcomeOf(delivery),
      at: new Date(delivery.scheduled_for),
    })),
    ...expected.map(({ schedule_id, agent_id, at }) => ({
      scheduleId: schedule_id,
      agent: agent_id,
      outcome: 'expected' as const,
      at: new Date(at),
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())

  return Array.from({ length: count }, (_, index) => {
    const date = new Date(first.getFullYear(), first.getMonth(), first.getDate() + index)
    const next = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1)
    const entries = new Map<string, Entry>()
    for (const { at, ...rest } of times.filter(({ at }) => at >= date && at < next)) {
      const key = JSON.stringify(rest)
      const entry = entries.get(key)
      entries.set(key, { ...rest, first: entry?.first ?? at, count: (entry?.count ?? 0) + 1 })
    }
    return { date, entries: [...entries.values()] }
  })
}

/** A delivery created after its time was caught up; one that needed long to arrive was late. */
export function outcomeOf({ state, scheduled_for, created_at, ended_at }: Delivery): Outcome {
  if (state === 'failed' || state === 'unconfirmed') return 'failed'
  if (state !== 'delivered') return 'open'
  const due = Date.parse(scheduled_for)
  if (Date.parse(created_at) - due > LATE_MS) return 'caught up'
  return ended_at !== null && Date.parse(ended_at) - due > LATE_MS ? 'late' : 'delivered'
}
