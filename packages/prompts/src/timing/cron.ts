import { type CronFields, readFields } from './cron-fields.ts'
import {
  changeBetween,
  findTimeZone,
  instantOf,
  type TimeZone,
  type WallTime,
} from './time-zone.ts'

/**
 * A cron expression in a time zone. What it means when clocks change:
 *
 * - Hours that are named (`30 2 * * *`) are times of day. A time that the clocks jump over fires
 *   at the moment of the jump, once; a time that they show twice fires the first time only.
 * - An hour field that begins with `*` (`30 * * * *`, `0 *\/2 * * *`) goes on with the clocks: what
 *   they jump over is left out, what they show twice fires twice.
 */
export type CronExpression = {
  /** The first moment after this one; undefined when there is none any more. */
  next(after: Date): Date | undefined
}

/** Undefined for what is no expression of five fields, and for a zone that does not exist. */
export function parseCron(expression: string, timezone: string): CronExpression | undefined {
  const key = `${timezone} ${expression}`
  const known = parsed.get(key)
  if (known !== undefined) return known
  const cron = read(expression, timezone)
  if (cron === undefined) return undefined
  if (parsed.size >= KEPT) parsed.clear()
  parsed.set(key, cron)
  return cron
}

const KEPT = 5000
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
/** From one 29 February to the next there may be eight years. */
const MONTHS_AHEAD = 9 * 12

/** The first time after this one that the fields name, whatever any clocks do. */
function nextWall(fields: CronFields, after: WallTime): WallTime | undefined {
  const start = (Math.floor(after / MINUTE) + 1) * MINUTE
  const today = Math.floor(start / DAY) * DAY
  const time = namesDay(fields, new Date(today)) ? timeFrom(fields, start - today) : undefined
  if (time !== undefined) return today + time

  const first = timeFrom(fields, 0) as number
  const date = new Date(today + DAY)
  for (let months = 0; months < MONTHS_AHEAD; months++) {
    const month = date.getUTCMonth()
    if (fields.months.has(month + 1)) {
      for (; date.getUTCMonth() === month; date.setUTCDate(date.getUTCDate() + 1)) {
        if (namesDay(fields, date)) return date.getTime() + first
      }
    } else {
      date.setUTCMonth(month + 1, 1)
    }
  }
}

function namesDay({ days, months, weekdays, isEitherDay }: CronFields, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) return false
  const isDay = days.has(date.getUTCDate())
  const isWeekday = weekdays.has(date.getUTCDay())
  return isEitherDay ? isDay || isWeekday : isDay && isWeekday
}

/** The first time of day from this one on, in milliseconds since midnight. */
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
    // Clocks that are put back show again what they showed in the last hours, and nothing older:
    // beyond that, and until shortly before the candidate, there is nothing that could fire.
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
    // The clocks change on the way: from there on they show something else.
    from = changeBetween(zone, from, to)
    offset = zone.offsetAt(from)
    wall = nextWall(fields, from + offset - 1)
  }
}
