import { closestName, quote, stringifyJson } from '@quartermaster/toolkit'
import { readFields } from './cron-fields.ts'
import { formatInstant } from './instant.ts'
import { meantTime } from './meant-time.ts'
import { parseInterval } from './parse-interval.ts'
import { timeZoneNames } from './time-zone.ts'

const DAY_MS = 24 * 3600 * 1000

/** States the current time, and shows how to write `text`, or "tomorrow at nine", in the argument `field`. */
export function suggestTime(field: string, now: Date, text = ''): string {
  const meant = meantTime(text, now)
  if (meant !== undefined) {
    const time = stringifyJson({ [field]: meant.toISOString().replace('.000Z', 'Z') })
    return `It is ${formatInstant(now)} now. Send ${time}. Times without an offset are UTC.`
  }
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
  const example = stringifyJson({ [field]: `${tomorrow}T09:00:00Z` })
  return `It is ${formatInstant(now)} now. For tomorrow at nine in UTC, send ${example}; with an offset, ${tomorrow}T09:00:00+02:00.`
}

// Maps, because callers send names such as `constructor`, which every object has.
const NICKNAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '@hourly': '0 * * * *',
    '@daily': '0 0 * * *',
    '@midnight': '0 0 * * *',
    '@weekly': '0 0 * * 0',
    '@monthly': '0 0 1 * *',
    '@yearly': '0 0 1 1 *',
    '@annually': '0 0 1 1 *',
  }),
)

const FIELDS = ['minute', 'hour', 'day of month', 'month', 'day of week']
const RANGES = ['0-59', '0-23', '1-31', '1-12 or JAN-DEC', '0-7 or SUN-SAT']
const EXAMPLE = '0 9 * * MON-FRI'

/** Says what is wrong with an expression that `readFields` refuses, and suggests a valid one. */
export function suggestCron(expression: string): string {
  const nickname = NICKNAMES.get(expression.trim().toLowerCase())
  if (nickname !== undefined) return `Send ${stringifyJson({ cron: nickname })}.`
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== 5) return suggestFields(fields)
  const wrong = fields.findIndex(
    (field, index) =>
      readFields(['*', '*', '*', '*', '*'].with(index, field).join(' ')) === undefined,
  )
  if (wrong < 0) return `Example: ${stringifyJson({ cron: EXAMPLE })}`
  const field = fields[wrong] ?? ''
  const hint = `The ${FIELDS[wrong]} (${RANGES[wrong]}) cannot be ${quote(field)}.`
  const meant = fields.with(wrong, fromOtherDialects(field, wrong)).join(' ')
  return readFields(meant) === undefined
    ? `${hint} Example: ${stringifyJson({ cron: EXAMPLE })}`
    : `${hint} Send ${stringifyJson({ cron: meant })}.`
}

const LIMITS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const

/** Other schedulers accept `0/15` for `0-59/15`, and ranges past the end: `22-2` for `22-23,0-2`. */
function fromOtherDialects(field: string, index: number): string {
  const [low, high] = LIMITS[index] ?? [0, 0]
  const items = field.split(',').map((item) => {
    const [, first, last, step = ''] = /^(\d+)(?:-(\d+))?(\/\d+)?$/.exec(item) ?? []
    if (first === undefined) return item
    if (last === undefined) return step === '' ? item : `${first}-${high}${step}`
    const isPastEnd = Number(first) > Number(last) && step === ''
    return isPastEnd ? `${first}-${high},${low}-${last}` : item
  })
  return items.join(',')
}

function suggestFields(fields: readonly string[]): string {
  const rule = `Use five fields: ${FIELDS.join(', ')}.`
  // Four fields lack the day of the week; six begin with seconds or end with a year.
  const candidates = [[...fields, '*'], fields.slice(1), fields.slice(0, 5)]
  const valid = candidates.map((list) => list.join(' ')).find((text) => readFields(text))
  return `${rule} Example: ${stringifyJson({ cron: valid ?? EXAMPLE })}`
}

/** For an expression whose date never occurs, such as 30 February: a day that every month has. */
export function suggestDay(expression: string): string {
  const fields = expression.trim().split(/\s+/)
  const example = stringifyJson({ cron: fields.with(2, '28').join(' ') })
  return `Choose a day that exists in that month. Example: ${example}`
}

const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pst: 'America/Los_Angeles',
    pdt: 'America/Los_Angeles',
    pt: 'America/Los_Angeles',
    mdt: 'America/Denver',
    cst: 'America/Chicago',
    cdt: 'America/Chicago',
    edt: 'America/New_York',
    et: 'America/New_York',
    bst: 'Europe/London',
    cest: 'Europe/Berlin',
    ist: 'Asia/Kolkata',
    jst: 'Asia/Tokyo',
  }),
)

export function suggestZone(text: string): string {
  const meant = ABBREVIATIONS.get(text.toLowerCase()) ?? zoneOfOffset(text) ?? zoneOfCity(text)
  const rule = 'Use an IANA name such as UTC, Europe/Berlin or America/New_York.'
  return meant === undefined ? rule : `Did you mean ${quote(meant)}? ${rule}`
}

/** For `+02:00`, the name Etc/GMT-2: these names have the opposite of the usual sign. */
function zoneOfOffset(text: string): string | undefined {
  const [, sign, hours = ''] = /^(?:UTC|GMT)?([+-])0?(\d{1,2})(?::?00)?$/i.exec(text.trim()) ?? []
  if (sign === undefined) return undefined
  const name = `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`
  return timeZoneNames().includes(name) ? name : undefined
}

function zoneOfCity(text: string): string | undefined {
  const city = text.trim().replaceAll(' ', '_').toLowerCase()
  if (city === '') return undefined
  const names = timeZoneNames()
  return names.find((name) => name.toLowerCase().endsWith(`/${city}`)) ?? closestName(text, names)
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

const INTERVAL =
  /^\s*(?:PT)?(\d+(?:\.\d+)?)\s*(s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?)?\s*$/i

export function suggestInterval(text: string): string {
  const [, amount, unit = 's'] = INTERVAL.exec(text) ?? []
  const seconds = Number(amount) * (UNITS[unit.charAt(0).toLowerCase()] ?? 1)
  const every = intervalOf(seconds)
  return parseInterval(every) === undefined
    ? `Example: ${stringifyJson({ every: '5m' })}`
    : `Send ${stringifyJson({ every })}.`
}

function intervalOf(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}
