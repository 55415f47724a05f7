import { isExactNumber, isObject, stringifyJson } from '@quartermaster/toolkit'

const SECRET =
  /pass(word|wd|phrase)|secret|token|api[-_]?key|authorization|cookie|credential|private[-_]?key/i
const LONGEST_TEXT = 500
const LONGEST = 4000

/** The arguments as JSON text for the call log, without secrets and with long texts shortened. */
export function redact(value: unknown): string {
  const text = stringifyJson(clean(value, 0))
  return text.length <= LONGEST ? text : stringifyJson({ shortened: text.slice(0, LONGEST) })
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shorten(value)
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  if (depth > 5) return '…'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => clean(item, depth + 1))
  if (!isObject(value)) return null
  const members = Object.entries(value).slice(0, 100)
  return Object.fromEntries(
    members.map(([key, member]) => [
      shorten(key),
      SECRET.test(key) ? '[redacted]' : clean(member, depth + 1),
    ]),
  )
}

const shorten = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`
