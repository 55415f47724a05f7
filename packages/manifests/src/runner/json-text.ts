/** Arguments as the gateway wrote them: a number that JavaScript would round stays as it is. */
export const parseInput = (text: string): unknown =>
  MAY_LOSE_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)

const MAY_LOSE_DIGITS = /[\d.]{16}|\d[eE]/

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value !== 'number' || source === undefined || source === String(value)
    ? value
    : JSON.rawJSON(source)

const DEEPEST = 100

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

function check(value: unknown, path: readonly string[], around: Set<object>): void {
  const refuse = (what: string) => {
    throw new NotJson(`${what} ${path.length === 0 ? 'itself' : `at ${path.join('.')}`}`)
  }
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(`the number ${value}`)
  if (['bigint', 'function', 'symbol', 'undefined'].includes(typeof value)) {
    refuse(typeof value === 'bigint' ? 'a BigInt' : (NAMES[typeof value] ?? typeof value))
  }
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return
  if (around.has(value)) refuse('a reference to what it is part of')
  if (path.length > DEEPEST) refuse(`more than ${DEEPEST} levels`)
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    check(value.toJSON(), path, around)
    return
  }
  if (LOSSY.some((type) => value instanceof type) || ArrayBuffer.isView(value)) {
    refuse(`a ${value.constructor.name}`)
  }
  around.add(value)
  if (Array.isArray(value)) {
    // By index: a hole in a list is skipped by the methods that walk it.
    for (let index = 0; index < value.length; index++) {
      check(value[index], [...path, String(index)], around)
    }
  } else {
    for (const [key, member] of Object.entries(value)) check(member, [...path, key], around)
  }
  around.delete(value)
}

const NAMES: Record<string, string> = {
  function: 'a function',
  symbol: 'a symbol',
  undefined: 'undefined',
}

// Their contents are in no member that could be written.
const LOSSY = [Map, Set, WeakMap, WeakSet, Promise, RegExp, ArrayBuffer, Error]
