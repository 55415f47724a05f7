/** Arguments as the gateway wrote them: a number that JavaScript would round stays as it is. */
export const parseInput = (text: string): unknown =>
  MAY_LOSE_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)

const MAY_LOSE_DIGITS = /[\d.]{16}|\d[eE]/

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value !== 'number' || source === undefined || source === String(value)
    ? value
    : JSON.rawJSON(source)

// What the gateway's own JSON carries.
const DEEPEST = 100
const LONGEST_PATH = 8

/** What a result has in it that JSON has no form for. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
}

/**
 * A result as JSON text. `JSON.stringify` leaves out or changes in silence what it has no form
 * for, and the caller would never know: here that is an error. No result at all is `null`.
 */
export function resultText(result: unknown): string {
  if (result === undefined) return 'null'
  check(result, [], new Set())
  return JSON.stringify(result)
}

type Path = readonly (string | number)[]

/** `rows[1].total`, and of a long one its begin. */
function placeOf(path: Path): string {
  if (path.length === 0) return 'itself'
  const steps = path
    .slice(0, LONGEST_PATH)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  const place = steps.join('').replace(/^\./, '')
  return `at ${place}${path.length > LONGEST_PATH ? '…' : ''}`
}

function check(value: unknown, path: Path, around: Set<object>): void {
  const refuse = (what: string) => {
    throw new NotJson(`${what} ${placeOf(path)}`)
  }
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(`the number ${value}`)
  if (['bigint', 'function', 'symbol', 'undefined'].includes(typeof value)) {
    refuse(typeof value === 'bigint' ? 'a BigInt' : (NAMES[typeof value] ?? typeof value))
  }
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return
  if (around.has(value)) refuse('a reference to what it is part of')
  if (around.size === DEEPEST) throw new NotJson(`more than ${DEEPEST} levels`)
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    check(value.toJSON(), path, around)
    return
  }
  if (LOSSY.some((type) => value instanceof type) || ArrayBuffer.isView(value)) {
    refuse(`a ${value.constructor.name}`)
  }
  if (isSeries(value)) refuse('a series that is read step by step')
  around.add(value)
  if (Array.isArray(value)) {
    // By index: a hole in a list is skipped by the methods that walk it.
    for (let index = 0; index < value.length; index++) {
      check(value[index], [...path, index], around)
    }
  } else {
    for (const [key, member] of Object.entries(value)) check(member, [...path, key], around)
  }
  around.delete(value)
}

/** A generator, a stream, headers: all of them would be written as {}. */
const isSeries = (value: object): boolean =>
  Symbol.asyncIterator in value ||
  (Symbol.iterator in value && !Array.isArray(value) && !(value instanceof String))

const NAMES: Record<string, string> = {
  function: 'a function',
  symbol: 'a symbol',
  undefined: 'undefined',
}

// Their contents are in no member that could be written.
const LOSSY = [Map, Set, WeakMap, WeakSet, Promise, RegExp, ArrayBuffer, Error, Response, Blob]
