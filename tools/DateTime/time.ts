const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

/** An error that the gateway passes on as a mistake in the arguments. */
const wrong = (message: string) => Object.assign(new Error(message), { code: 'invalid_input' })

/** Parses a date or time; one without an offset is local time in `timeZone`. */
export function readTime(text: string, timeZone: string): Date {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = LOCAL.exec(text) ?? []
  if (year === undefined) {
    const instant = new Date(WITH_ZONE.test(text) ? text : Number.NaN)
    if (!Number.isNaN(instant.getTime())) return instant
    throw wrong(`"${text}" is not a time such as 2026-01-31, 2026-01-31T09:30 or …T09:30:00Z`)
  }
  const parts = [year, Number(month) - 1, day, hour, minute, second].map(Number)
  const clock = Date.UTC(...(parts as [number, number, number, number, number, number]))
  // Date.UTC turns 30 February into a day in March.
  if (new Date(clock).toISOString().slice(0, 10) !== text.slice(0, 10)) {
    throw wrong(`There is no ${text.slice(0, 10)} in the calendar`)
  }
  // Near a clock change two offsets are possible; the earlier matching instant is used.
  const candidates = [clock - 86_400_000, clock + 86_400_000]
    .map((around) => clock - offsetAt(around, timeZone))
    .filter((instant) => instant + offsetAt(instant, timeZone) === clock)
  if (candidates.length === 0) {
    throw wrong(`${text} does not exist in ${timeZone}: the clocks were set forward`)
  }
  return new Date(Math.min(...candidates))
}

export function describeInstant(instant: Date, timeZone: string) {
  const offset = offsetAt(instant.getTime(), timeZone)
  const local = new Date(instant.getTime() + offset).toISOString()
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const utcOffset = `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format(instant)
  return {
    time: `${local.slice(0, 19)}${utcOffset}`,
    date: local.slice(0, 10),
    weekday,
    time_zone: timeZone,
    utc_offset: utcOffset,
    unix_seconds: Math.floor(instant.getTime() / 1000),
  }
}

/** The offset of a time zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const clock = Date.UTC(year, month - 1, day, hour, minute, second)
  return clock - Math.floor(instant / 1000) * 1000
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    throw wrong(`"${timeZone}" is not a time zone; use a name such as ${similarZone(timeZone)}`)
  }
}

/** Asia/Tokyo for "Tokyo". */
function similarZone(text: string): string {
  const city = `/${text.trim().replaceAll(' ', '_')}`.toLowerCase()
  const names = Intl.supportedValuesOf('timeZone')
  return names.find((name) => name.toLowerCase().endsWith(city)) ?? 'Europe/Berlin'
}
