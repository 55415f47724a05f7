/** Parses arguments; a number that JavaScript would round becomes `JSON.rawJSON`. */
export const parseInput = (text: string): unknown =>
  MAY_LOSE_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)

const MAY_LOSE_DIGITS = /[\d.]{16}|\d[eE]/

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value !== 'number' || source === undefined || source === String(value)
    ? value
    : JSON.rawJSON(source)

// The nesting limit of the gateway's own JSON reader.
const DEEPEST = 100
const LONGEST_PATH = 8

/** The result contains a value that JSON cannot represent. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
}

/**
 * A result as JSON text. `JSON.stringify` silently drops or changes values that JSON cannot
 * represent; `resultText` throws `NotJson` for them. `undefined` as the whole result is `null`.
 */
export function resultText(result: unknown): string {
  if (result === undefined) return 'null'
  check(result, [], new Set())
  return JSON.stringify(result)
}

type Path = readonly (string | number)[]

/** `at rows[1].total`; a long path is shortened. */
function describePath(path: Path): string {
  if (path.length === 0) return 'itself'
  const steps = path
    .slice(0, LONGEST_PATH)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  const text = steps.join('').replace(/^\./, '')
  return `at ${text}${path.length > LONGEST_PATH ? '…' : ''}`
}

function check(value: unknown, path: Path, around: Set<object>): void {
  const refuse = (what: string) => {
    throw new NotJson(`${what} ${describePath(path)}`)
  }
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(`the number ${value}`)
  if (['bigint', 'function', 'symbol', 'undefined'].includes(typeof value)) {
    refuse(typeof value === 'bigint' ? 'a BigInt' : (NAMES[typeof value] ?? typeof value))
  }
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return
  if (around.has(value)) refuse('a circular reference')
  if (around.size === DEEPEST) throw new NotJson(`more than ${DEEPEST} levels`)
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    check(value.toJSON(), path, around)
    return
  }
  if (LOSSY.some((type) => value instanceof type) || ArrayBuffer.isView(value)) {
    refuse(`a ${value.constructor.name}`)
  }
  if (isIterable(value)) refuse('an iterator or stream')
  around.add(value)
  if (Array.isArray(value)) {
    // By index: array methods skip the holes of a sparse array.
    for (let index = 0; index < value.length; index++) {
      check(value[index], [...path, index], around)
    }
  } else {
    for (const [key, member] of Object.entries(value)) check(member, [...path, key], around)
  }
  around.delete(value)
}

/** Generators, streams and `Headers` would all be written as `{}`. */
const isIterable = (value: object): boolean =>
  Symbol.asyncIterator in value ||
  (Symbol.iterator in value && !Array.isArray(value) && !(value instanceof String))

const NAMES: Record<string, string> = {
  function: 'a function',
  symbol: 'a symbol',
  undefined: 'undefined',
}

// `JSON.stringify` writes these as `{}`.
const LOSSY = [Map, Set, WeakMap, WeakSet, Promise, RegExp, ArrayBuffer, Error, Response, Blob]
