import { Cron } from 'croner'
import { changeBetween, findTimeZone, instantOf, type TimeZone } from './time-zone.ts'

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

const ITEM = /^(\*|(\d{1,2}|[a-z]{3})(-(\d{1,2}|[a-z]{3}))?)(\/\d{1,2})?$/i

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
  const fields = expression.trim().split(/[ \t]+/)
  const isPlain = fields.every((field) => field.split(',').every((item) => ITEM.test(item)))
  if (zone === undefined || fields.length !== 5 || !isPlain) return undefined
  const [minute, hour = '', day, month, weekday = ''] = fields
  const weekdays = readWeekdays(weekday)
  const byDay = [minute, hour, day, month, '*'].join(' ')
  const byWeekday = [minute, hour, '*', month, weekdays].join(' ')
  // Either day field will do. Asked for both at once, the library misses days at a month's begin.
  const isEither = day !== '*' && weekdays !== '*'
  const walls = isEither
    ? earlierOf(readWalls(byDay), readWalls(byWeekday))
    : readWalls(weekdays === '*' ? byDay : byWeekday)
  if (walls === undefined) return undefined
  const next = hour.startsWith('*') ? nextWithClocks : nextTimeOfDay
  return {
    next(after) {
      const instant = next(zone, walls, after.getTime())
      return instant === undefined ? undefined : new Date(instant)
    },
  }
}

/** The first wall time after this one. */
type Walls = (after: number) => number | undefined

function earlierOf(one: Walls | undefined, other: Walls | undefined): Walls | undefined {
  if (one === undefined || other === undefined) return undefined
  return (after) => {
    const found = [one(after), other(after)].filter((wall) => wall !== undefined)
    return found.length === 0 ? undefined : Math.min(...found)
  }
}

/**
 * The library takes the 31st of a short month for a day of the next one, and then misses what lies
 * before it there. So it is asked again from every begin of a month that it passed over.
 */
function earliest(next: Walls, after: number): number | undefined {
  const found = next(after)
  if (found === undefined) return undefined
  const date = new Date(after)
  for (let month = date.getUTCMonth() + 1; ; month++) {
    const begin = Date.UTC(date.getUTCFullYear(), month)
    if (begin > found) return found
    const sooner = next(begin - 1)
    if (sooner !== undefined && sooner < found) return sooner
  }
}

/** The calendar is the library's, in a zone whose clocks never change: ours is what changes do. */
function readWalls(pattern: string): Walls | undefined {
  try {
    const cron = new Cron(pattern, { mode: '5-part', timezone: 'UTC', paused: true })
    return (after) => earliest((from) => cron.nextRun(new Date(from))?.getTime(), after)
  } catch {
    // Its words are for programmers; ours tell a model which forms there are.
    return undefined
  }
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Days as numbers. Sunday is the first day of the week, or at the end of a range the last. */
const readWeekdays = (field: string): string =>
  field
    .toLowerCase()
    .replace(/[a-z]{3}/g, (name) => (DAYS.includes(name) ? String(DAYS.indexOf(name)) : name))
    .replace(/\b([1-6])-0\b/g, '$1-7')
    .replace(/\b(\d)-\1(?![\d/])/g, '$1')

function nextTimeOfDay(zone: TimeZone, walls: Walls, after: number): number | undefined {
  let wall = walls(after + zone.offsetAt(after))
  while (wall !== undefined) {
    const instant = instantOf(zone, wall)
    if (instant > after) return instant
    wall = walls(wall)
  }
}

const DAY = 24 * 3_600_000

function nextWithClocks(zone: TimeZone, walls: Walls, after: number): number | undefined {
  let offset = zone.offsetAt(after)
  let wall = walls(after + offset)
  let from = after
  while (wall !== undefined) {
    const candidate = wall - offset
    const to = Math.min(candidate, from + DAY)
    if (zone.offsetAt(to) === offset) {
      if (to === candidate) return candidate
      from = to
      continue
    }
    // The clocks change on the way: from there on they show something else.
    from = changeBetween(zone, from, to)
    offset = zone.offsetAt(from)
    wall = walls(from + offset - 1)
  }
}
