const FORM =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?( UTC|Z|[+-]\d\d:?\d\d)?$/

/**
 * Reads ISO 8601 with Z, with an offset or without a zone (UTC), or "2025-08-31 09:50:22 UTC".
 * Undefined for anything else and for dates that do not exist.
 */
export function parseInstant(text: string): Date | undefined {
  const match = FORM.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const offset = offsetMinutes(match[8])
  if (hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))

  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  // JavaScript rolls 30 February over into March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  date.setUTCHours(hour, minute - offset, second, milliseconds)
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : undefined
}

/** No time zone is further from UTC than this. */
const MAX_OFFSET_MINUTES = 18 * 60

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z' || zone === ' UTC') return 0
  const minutes = Number(zone.slice(-2))
  const total = Number(zone.slice(1, 3)) * 60 + minutes
  if (minutes > 59 || total > MAX_OFFSET_MINUTES) return undefined
  return zone.startsWith('-') ? -total : total
}

/** The format of every reply: 2025-01-02T09:00:00+00:00. */
export const formatInstant = (date: Date): string =>
  date.toISOString().replace(/(\.000)?Z$/, '+00:00')

export const formatOrNull = (date: Date | null): string | null =>
  date === null ? null : formatInstant(date)
