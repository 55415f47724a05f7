// A reference implementation of cron: it checks every minute.

type Fields = {
  minutes: Set<number>
  hours: Set<number>
  days: Set<number>
  months: Set<number>
  weekdays: Set<number>
  anyDay: boolean
  anyWeekday: boolean
  anyHour: boolean
}

const MINUTE = 60_000
const NAMES = {
  months: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  weekdays: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
}

function readField(
  field: string,
  low: number,
  high: number,
  names: string[] = [],
  base = 0,
): Set<number> {
  const value = (text: string) => {
    const named = names.indexOf(text.toLowerCase())
    return named === -1 ? Number(text) : named + base
  }
  const found = new Set<number>()
  for (const item of field.split(',')) {
    const [range = '', step = '1'] = item.split('/')
    const [from, to = from] = range === '*' ? [low, high] : range.split('-').map(value)
    for (let at = from as number; at <= (to as number); at += Number(step)) found.add(at)
  }
  return found
}

function read(expression: string): Fields {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expression.split(' ')
  const weekdays = readField(weekday, 0, 6, NAMES.weekdays)
  if (weekdays.has(7)) weekdays.add(0)
  return {
    minutes: readField(minute, 0, 59),
    hours: readField(hour, 0, 23),
    days: readField(day, 1, 31),
    months: readField(month, 1, 12, NAMES.months, 1),
    weekdays,
    anyDay: day === '*',
    anyWeekday: weekday === '*',
    anyHour: hour.startsWith('*'),
  }
}

function matches(fields: Fields, wall: number): boolean {
  const date = new Date(wall)
  if (!fields.minutes.has(date.getUTCMinutes()) || !fields.hours.has(date.getUTCHours()))
    return false
  if (!fields.months.has(date.getUTCMonth() + 1)) return false
  const day = fields.days.has(date.getUTCDate())
  const weekday = fields.weekdays.has(date.getUTCDay())
  if (!fields.anyDay && !fields.anyWeekday) return day || weekday
  return (fields.anyDay || day) && (fields.anyWeekday || weekday)
}

/** Converts instants to wall time by formatting them. */
function wallClock(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const offsets = new Map<number, number>()
  const offset = (instant: number) =>
    Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant
  return (instant) => {
    // No zone has changed its offset off a quarter of an hour in this century.
    const quarter = Math.floor(instant / (15 * MINUTE))
    const known = offsets.get(quarter) ?? offset(quarter * 15 * MINUTE)
    offsets.set(quarter, known)
    return instant + known
  }
}

/** All slots after `from` up to `to`, both on a whole minute. */
export function slowSlots(expression: string, zone: string, from: number, to: number): number[] {
  const fields = read(expression)
  const wallAt = wallClock(zone)
  const runs: number[] = []
  const day = 24 * 60 * MINUTE
  // Starts a day earlier, to know which wall times have occurred already.
  let latest = wallAt(from - day)
  for (let instant = from - day + MINUTE; instant <= to; instant += MINUTE) {
    const wall = wallAt(instant)
    let fires = matches(fields, wall) && (fields.anyHour || wall > latest)
    if (!fires && !fields.anyHour) {
      for (let skipped = latest + MINUTE; skipped < wall; skipped += MINUTE) {
        if (matches(fields, skipped)) fires = true
      }
    }
    if (fires && instant > from) runs.push(instant)
    latest = Math.max(latest, wall)
  }
  return runs
}
