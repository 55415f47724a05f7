import type { Database } from '@quartermaster/db'
import { countDeliveriesByDay } from '@quartermaster/delivery'
import { formatInstant } from '../timing/instant.ts'
import { readTimeZone } from '../timing/read-timing.ts'
import { instantOf, type TimeZone } from '../timing/time-zone.ts'
import { listDelivering, type SlotsOfSchedule, shareSlots } from './firing-slots.ts'

const DAY_MS = 24 * 3_600_000
const MAX_SLOTS = 20_000

/** The times of a schedule on one day with the same outcome. */
type Entry = {
  readonly schedule_id: number | null
  readonly agent_id: string
  readonly outcome: string
  readonly first: Date
  readonly count: number
  /** Whether there are more than `count`. */
  readonly has_more: boolean
}

type Calendar = {
  readonly now: Date
  readonly timezone: string
  readonly daysBack: number
  /** Today is the first of them. */
  readonly days: number
}

/** Deliveries of the past days and expected deliveries of the next days, by day of a time zone. */
export async function scheduleCalendar(
  db: Database,
  workspaceId: string,
  { now, timezone, daysBack, days }: Calendar,
) {
  const zone = readTimeZone(timezone)
  const starts = startsOfDays(now, zone, -daysBack, days + 1)
  const end = starts.at(-1) ?? now
  const [delivered, { schedules, isComplete }] = await Promise.all([
    countDeliveriesByDay(db, workspaceId, starts),
    listDelivering(db, workspaceId),
  ])
  const found = await shareSlots(schedules, { from: now, end, limit: MAX_SLOTS })
  const entries = [
    ...delivered.map(({ day, ...entry }) => ({ day, entry: { ...entry, has_more: false } })),
    ...found.flatMap((one) => expectedOf(one, starts, now)),
  ]
  return {
    days: starts.slice(0, -1).map((start, index) => ({
      date: new Date(start.getTime() + zone.offsetAt(start.getTime())).toISOString().slice(0, 10),
      entries: entries
        .filter(({ day }) => day === index)
        .map(({ entry }): Entry => entry)
        .toSorted((a, b) => a.first.getTime() - b.first.getTime())
        .map((entry) => ({ ...entry, first: formatInstant(entry.first) })),
    })),
    truncated: !isComplete,
  }
}

/** The instants at which days begin in a time zone, from `first` days after today up to and excluding `last`. */
function startsOfDays(now: Date, zone: TimeZone, first: number, last: number): Date[] {
  const wall = now.getTime() + zone.offsetAt(now.getTime())
  const today = Math.floor(wall / DAY_MS) * DAY_MS
  return Array.from(
    { length: last - first },
    (_, index) => new Date(instantOf(zone, today + (first + index) * DAY_MS)),
  )
}

/** The expected times of a schedule by day. The slot of an open delivery is counted with the deliveries. */
function expectedOf({ schedule, slots, hasMore }: SlotsOfSchedule, starts: Date[], now: Date) {
  const coming =
    schedule.open_deliveries > 0
      ? slots.filter(({ slot }) => slot.getTime() > now.getTime())
      : slots
  const last = coming.at(-1)?.at ?? now
  return starts.slice(0, -1).flatMap((start, day) => {
    const end = starts[day + 1] ?? start
    const times = coming.filter(({ at }) => at >= start && at < end)
    const isCut = hasMore && last < end && (schedule.end_at === null || schedule.end_at > start)
    if (end <= now || (times.length === 0 && !isCut)) return []
    const entry: Entry = {
      schedule_id: schedule.id,
      agent_id: schedule.agent_id,
      outcome: 'expected',
      first: times[0]?.at ?? start,
      count: times.length,
      has_more: isCut,
    }
    return [{ day, entry }]
  })
}
