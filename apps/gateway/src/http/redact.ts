import { isExactNumber, isObject, SECRET_NAME, stringifyJson } from '@quartermaster/toolkit'

const SECRET = new RegExp(SECRET_NAME, 'i')
// A member with such a name whose value is a text. The text may have been cut off.
const SECRET_MEMBER = new RegExp(
  `("[^"]{0,100}(?:${SECRET_NAME})[^"]{0,100}":)"(?:[^"\\\\]|\\\\.)*"?`,
  'gi',
)

type Limits = {
  /** Characters of one text, entries of one list, and characters of the whole. */
  readonly text: number
  readonly items: number
  readonly total: number
}

const CALL_LOG: Limits = { text: 500, items: 50, total: 4000 }

/** A value as JSON text for a log, without secrets and with long texts shortened. */
export function redact(value: unknown, limits = CALL_LOG): string {
  const whole = stringifyJson(value)
  // Most values are short and name no secret: there is nothing to shorten or to hide.
  if (whole.length <= limits.text && !SECRET.test(whole)) return whole
  const text = stringifyJson(clean(value, 0, limits))
  return text.length <= limits.total
    ? text
    : stringifyJson({ shortened: text.slice(0, limits.total) })
}

/** The beginning of an answer that is JSON text already, without secrets. */
export function redactText(json: string): string {
  const text = json.slice(0, CALL_LOG.total).toWellFormed()
  // Most answers contain no such name, and searching for the name is cheaper than for the whole member.
  const start = SECRET.test(text) ? text.replace(SECRET_MEMBER, '$1"[redacted]"') : text
  return json.length <= CALL_LOG.total ? start : `${start}… (${json.length} characters)`
}

function clean(value: unknown, depth: number, limits: Limits): unknown {
  if (typeof value === 'string') return shorten(value, limits)
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (depth > 5) return '…'
  if (Array.isArray(value)) {
    return value.slice(0, limits.items).map((item) => clean(item, depth + 1, limits))
  }
  if (!isObject(value)) return null
  const members = Object.entries(value).slice(0, 100)
  return Object.fromEntries(
    members.map(([key, member]) => [
      shorten(key, limits),
      SECRET.test(key) ? '[redacted]' : clean(member, depth + 1, limits),
    ]),
  )
}

const shorten = (text: string, { text: longest }: Limits): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`
