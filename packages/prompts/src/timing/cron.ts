import { type CronFields, readFields } from './cron-fields.ts'
import {
  changeBetween,
  findTimeZone,
  instantOf,
  type TimeZone,
  type WallTime,
} from './time-zone.ts'

/**
 * A cron expression in a time zone. At a change of the zone's offset (daylight saving time):
 *
 * - Explicit hours (`30 2 * * *`) are times of day. A skipped time fires once, at the change; a
 *   repeated time fires only the first time.
 * - An hour field that begins with `*` (`30 * * * *`, `0 *\/2 * * *`) follows the wall clock: skipped
 *   times do not fire, repeated times fire twice.
 */
export type CronExpression = {
  /** The first slot after `after`; undefined if the expression never fires again. */
  next(after: Date): Date | undefined
}

/** Undefined if the expression does not have five valid fields, or the zone does not exist. */
export function parseCron(expression: string, timezone: string): CronExpression | undefined {
  const key = `${timezone} ${expression}`
  const known = parsed.get(key)
  if (known !== undefined) return known
  const cron = read(expression, timezone)
  if (cron === undefined) return undefined
  if (parsed.size >= MAX_CACHED) parsed.clear()
  parsed.set(key, cron)
  return cron
}

const MAX_CACHED = 5000
const parsed = new Map<string, CronExpression>()

function read(expression: string, timezone: string): CronExpression | undefined {
  const zone = findTimeZone(timezone)
  const fields = readFields(expression)
  if (zone === undefined || fields === undefined) return undefined
  const next = fields.isAnyHour ? nextWithClocks : nextTimeOfDay
  return {
    next(after) {
      const instant = next(zone, fields, after.getTime())
      return instant === undefined ? undefined : new Date(instant)
    },
  }
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** 29 February can be eight years away. */
const MONTHS_AHEAD = 9 * 12

/** The first matching wall time after `after`, ignoring changes of the offset. */
function nextWall(fields: CronFields, after: WallTime): WallTime | undefined {
  const start = (Math.floor(after / MINUTE) + 1) * MINUTE
  const today = Math.floor(start / DAY) * DAY
  const time = matchesDay(fields, new Date(today)) ? timeFrom(fields, start - today) : undefined
  if (time !== undefined) return today + time

  const first = timeFrom(fields, 0) as number
  const date = new Date(today + DAY)
  for (let months = 0; months < MONTHS_AHEAD; months++) {
    const month = date.getUTCMonth()
    if (fields.months.has(month + 1)) {
      for (; date.getUTCMonth() === month; date.setUTCDate(date.getUTCDate() + 1)) {
        if (matchesDay(fields, date)) return date.getTime() + first
      }
    } else {
      date.setUTCMonth(month + 1, 1)
    }
  }
}

function matchesDay({ days, months, weekdays, isEitherDay }: CronFields, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) return false
  const isDay = days.has(date.getUTCDate())
  const isWeekday = weekdays.has(date.getUTCDay())
  return isEitherDay ? isDay || isWeekday : isDay && isWeekday
}

/** The first matching time of day from `from` on, in milliseconds since midnight. */
function timeFrom({ hours, minutes }: CronFields, from: number): number | undefined {
  const [hour, minute] = [Math.floor(from / MINUTE / 60), (from / MINUTE) % 60]
  const toTime = (h: number, m: number) => (h * 60 + m) * MINUTE
  const left = hours.includes(hour) ? minutes.find((number) => number >= minute) : undefined
  if (left !== undefined) return toTime(hour, left)
  const later = hours.find((number) => number > hour || (number === hour && minute === 0))
  return later === undefined ? undefined : toTime(later, minutes[0] as number)
}

function nextTimeOfDay(zone: TimeZone, fields: CronFields, after: number): number | undefined {
  let wall = nextWall(fields, after + zone.offsetAt(after))
  while (wall !== undefined) {
    const instant = instantOf(zone, wall)
    if (instant > after) return instant
    wall = nextWall(fields, wall)
  }
}

function nextWithClocks(zone: TimeZone, fields: CronFields, after: number): number | undefined {
  let offset = zone.offsetAt(after)
  let wall = nextWall(fields, after + offset)
  let from = after
  while (wall !== undefined) {
    const candidate = wall - offset
    // Putting the clock back repeats only the last hours. Nothing else can fire before the
    // candidate, so skip ahead to shortly before it.
    if (from >= after + 2 * DAY && candidate - from > 4 * DAY) {
      from = candidate - 2 * DAY
      offset = zone.offsetAt(from)
      wall = nextWall(fields, from + offset)
      continue
    }
    const to = Math.min(candidate, from + DAY)
    if (zone.offsetAt(to) === offset) {
      if (to === candidate) return candidate
      from = to
      continue
    }
    // The offset changes before the candidate: search again from the change.
    from = changeBetween(zone, from, to)
    offset = zone.offsetAt(from)
    wall = nextWall(fields, from + offset - 1)
  }
}
