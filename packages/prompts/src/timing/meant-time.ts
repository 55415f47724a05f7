import { parseInstant } from './instant.ts'
import { findTimeZone, instantOf } from './time-zone.ts'

const DAY_MS = 24 * 3600 * 1000
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
}

const RELATIVE =
  /^(?:in|after|\+)?\s*(\d+)\s*(s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?)(?: from now)?$/i
const TIME_OF_DAY = /^(?:(today|tomorrow)(?: at)? ?)?(?:(\d{1,2})(?::(\d\d))? ?(am|pm)?)$/i
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d{1,2})(?::(\d\d))? ?(am|pm)?)?$/i

/**
 * The instant that a text probably means if `parseInstant` cannot read it: "in 5 minutes", "tomorrow 9am", a date
 * alone, seconds since 1970. Times of day are UTC. Only for suggestions.
 */
export function meantTime(text: string, now: Date): Date | undefined {
  const trimmed = text.trim()
  const meant =
    fromEpoch(trimmed) ??
    parseInstant(trimmed.toUpperCase()) ??
    relative(trimmed, now) ??
    timeOfDay(trimmed, now) ??
    fromDate(trimmed)
  return meant !== undefined && meant > now ? meant : undefined
}

function fromEpoch(text: string): Date | undefined {
  if (!/^(\d{10}|\d{13})$/.test(text)) return undefined
  return new Date(Number(text) * (text.length === 10 ? 1000 : 1))
}

function relative(text: string, now: Date): Date | undefined {
  const [, amount, unit = ''] = RELATIVE.exec(text) ?? []
  const unitMs = UNIT_MS[unit.charAt(0).toLowerCase()]
  if (amount === undefined || unitMs === undefined) return undefined
  const meant = new Date(now.getTime() + Number(amount) * unitMs)
  return Number.isNaN(meant.getTime()) ? undefined : meant
}

/** Without a day, the next such time. */
function timeOfDay(text: string, now: Date): Date | undefined {
  const [whole, day, hour, minute, half] = TIME_OF_DAY.exec(text) ?? []
  const isTime = minute !== undefined || half !== undefined || day !== undefined
  if (whole === undefined || !isTime) return undefined
  const today = now.toISOString().slice(0, 10)
  const first = atTime(today, hour, minute, half)
  if (first === undefined) return undefined
  const isTomorrow = day === undefined ? first <= now : day.toLowerCase() === 'tomorrow'
  return isTomorrow ? new Date(first.getTime() + DAY_MS) : first
}

/** A day without a time means nine o’clock. */
function fromDate(text: string): Date | undefined {
  const [, date, hour = '9', minute, half] = DATE.exec(text) ?? []
  return date === undefined ? undefined : atTime(date, hour, minute, half)
}

function atTime(date: string, hour = '', minute = '00', half = ''): Date | undefined {
  const given = Number(hour)
  if (half !== '' && (given < 1 || given > 12)) return undefined
  const hours = half === '' ? given : (given % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  return parseInstant(`${date}T${String(hours).padStart(2, '0')}:${minute}:00Z`)
}

/** The instant of a local time without an offset in a time zone; undefined if either is invalid. */
export function instantInZone(text: string, zoneName: string): Date | undefined {
  const zone = findTimeZone(zoneName)
  const hasZone = /(UTC|Z|[+-]\d\d:?\d\d)$/.test(text.trim())
  const wall = zone === undefined || hasZone ? undefined : parseInstant(text.trim())
  return zone && wall && new Date(instantOf(zone, wall.getTime()))
}
