/** JSON that loses nothing: neither digits of a number nor a member called `__proto__`. */

import { parseByHand } from './parse-by-hand.ts'
import { findSyntaxFault } from './syntax-fault.ts'

/** Levels of nesting in JSON from callers. */
const MAX_DEPTH = 100

// Node has these since version 22; TypeScript does not declare them yet.
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

/** A number that a double cannot represent; `stringifyJson` writes it exactly as it was read. */
export type ExactNumber = { readonly rawJSON: string }

export const isExactNumber = (value: unknown): value is ExactNumber => JSON.isRawJSON(value)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

/** Sets a member of any name: assigning to `__proto__` would change the prototype. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

/** `message` continues a sentence such as "The body cannot be parsed: …". */
export class MalformedJson extends Error {
  override readonly name = 'MalformedJson'
}

/** Parses JSON from a caller. Throws `MalformedJson` for bad syntax and for excessive nesting. */
export function parseJson(text: string): unknown {
  const { depth, hasEscapedName } = scan(text)
  if (depth > MAX_DEPTH) {
    throw new MalformedJson(`it is nested deeper than ${MAX_DEPTH} levels`)
  }
  try {
    return parseText(text, hasEscapedName)
  } catch {
    const { line, column, advice } = findSyntaxFault(text)
    throw new MalformedJson(`it is not valid JSON: line ${line}, column ${column}: ${advice}`)
  }
}

/**
 * Parses JSON that this program has written itself, such as stored values and serialised answers.
 * An answer nests deeper than the values in it, so there is no limit.
 */
export const parseOwnJson = (text: string): unknown => parseText(text, scan(text).hasEscapedName)

const parseText = (text: string, hasEscapedName: boolean): unknown =>
  hasEscapedName ? parseByHand(text, parse) : parse(text)

const parse = (text: string): unknown =>
  MAY_LOSE_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)

/** Writes `undefined`, the answer of a handler without a result, as `null`. */
export const stringifyJson = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** The same text for equal values, regardless of member order and of how numbers are written. */
export const canonicalJson = (value: unknown): string => stringifyJson(sortMembers(value))

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (isExactNumber(value)) return JSON.rawJSON(decimal(value.rawJSON))
  if (!isObject(value)) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, member]) => [key, sortMembers(member)]))
}

// A reviver makes parsing several times slower; only long digit runs and exponents can need it.
const MAY_LOSE_DIGITS = /(?:^|[:,[\s])-?(?:[\d.]{16}|\d[\d.]*[eE])/

function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || source === String(value)) return value
  // JavaScript writes 10^23 as 1e+23, which other languages read as the nearest double.
  const isLarge = Math.abs(value) > Number.MAX_SAFE_INTEGER
  const isKept = !isLarge && decimal(source) === decimal(String(value))
  return isKept ? value : JSON.rawJSON(source)
}

/** One spelling per decimal number: its significant digits and the power of ten of the last one. */
export function decimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  // A loop, because /0+$/ tries every run of zeros in a number of a million digits.
  let end = digits.length
  while (digits[end - 1] === '0') end--
  if (end === 0) return '0'
  const power = Number(exponent) - fraction.length + (digits.length - end)
  return `${negative ? '-' : ''}${digits.slice(0, end)}e${power}`
}

const COLON = /[\t\n\r ]*:/y

/**
 * Finds the depth of the brackets without recursion, where it may exceed MAX_DEPTH, and whether a member's name is
 * written with an escape.
 */
function scan(text: string): { depth: number; hasEscapedName: boolean } {
  const hasEscapes = text.includes('\\')
  // Most arguments are so short that they cannot be nested too deeply.
  if (!hasEscapes && text.length <= MAX_DEPTH) return { depth: 0, hasEscapedName: false }
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
      hasEscapedName ||= hasEscapes && isEscapedName(text, start, at)
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
