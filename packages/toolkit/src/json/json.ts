/** JSON that loses nothing: every digit of a number and every member, `__proto__` too. */

import { parseByHand } from './parse-by-hand.ts'

const MAX_DEPTH = 100

// In Node since 22, in TypeScript's own types not yet.
declare global {
  interface JSON {
    rawJSON(text: string): unknown
    isRawJSON(value: unknown): boolean
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

/** A number that a JavaScript number cannot hold; it is written back exactly as it came. */
export type ExactNumber = { readonly rawJSON: string }

export const isExactNumber = (value: unknown): value is ExactNumber => JSON.isRawJSON(value)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

export class MalformedJson extends Error {
  override readonly name = 'MalformedJson'
}

export function parseJson(text: string): unknown {
  const { depth, hasEscapedName } = survey(text)
  if (depth > MAX_DEPTH) {
    throw new MalformedJson(`it is nested deeper than ${MAX_DEPTH} levels`)
  }
  try {
    return hasEscapedName ? parseByHand(text, parse) : parse(text)
  } catch {
    throw new MalformedJson('it is not valid JSON')
  }
}

const parse = (text: string): unknown =>
  MAY_LOSE_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)

/** `undefined` (no result) is written as `null`, so that every answer is JSON. */
export const stringifyJson = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** The same text for equal values, whatever the order of their members or the form of numbers. */
export const canonicalJson = (value: unknown): string => stringifyJson(sortMembers(value))

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (isExactNumber(value)) return JSON.rawJSON(decimal(value.rawJSON))
  if (!isObject(value)) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, member]) => [key, sortMembers(member)]))
}

// Reading with a reviver is several times slower; only long digit runs and exponents can need it.
const MAY_LOSE_DIGITS = /(?:^|[:,[\s])-?(?:[\d.]{16}|\d[\d.]*[eE])/

function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || source === String(value)) return value
  // JavaScript writes 10^23 as 1e+23, which other languages read as the nearest fraction.
  const isLarge = Math.abs(value) > Number.MAX_SAFE_INTEGER
  const isKept = !isLarge && decimal(source) === decimal(String(value))
  return isKept ? value : JSON.rawJSON(source)
}

/** One spelling per decimal number: significant digits and the power of ten of the last one. */
export function decimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  // By hand, since /0+$/ tries every run of zeros in a number of a million digits.
  let end = digits.length
  while (digits[end - 1] === '0') end--
  if (end === 0) return '0'
  const power = Number(exponent) - fraction.length + (digits.length - end)
  return `${negative ? '-' : ''}${digits.slice(0, end)}e${power}`
}

const COLON = /[\t\n\r ]*:/y

/**
 * How deep the brackets go, read off the text so that no parser has to recurse to find out, and
 * whether a member's name is written with an escape.
 */
function survey(text: string): { depth: number; hasEscapedName: boolean } {
  let level = 0
  let depth = 0
  let hasEscapedName = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      const start = at + 1
      for (at = start; at < text.length && text.charCodeAt(at) !== 34; at++) {
        if (text.charCodeAt(at) === 92) at++
      }
      hasEscapedName ||= isEscapedName(text, start, at)
    } else if (code === 91 || code === 123) {
      level++
      if (level > depth) depth = level
    } else if (code === 93 || code === 125) level--
  }
  return { depth, hasEscapedName }
}

function isEscapedName(text: string, start: number, end: number): boolean {
  COLON.lastIndex = end + 1
  return COLON.test(text) && text.slice(start, end).includes('\\')
}
