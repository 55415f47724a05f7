import { isObject, stringifyJson } from '../json/json.ts'

/** A value as a sequence of units; any run of them is a value of the same kind. */
export type Truncatable = {
  readonly unit: 'items' | 'members' | 'characters'
  readonly total: number
  readonly run: (from: number, end: number) => unknown
  /** The end of the longest run from `from` that takes at most `bytes`. */
  readonly fit: (from: number, bytes: number) => number
  /** The nearest position, at or before `position`, that does not split a character. */
  readonly align: (position: number) => number
  /** The largest item or member; `undefined` for text. */
  readonly largest?: Unit
}

type Unit = {
  readonly key: string
  readonly value: unknown
  /** The size of a run with only this unit. */
  readonly bytes: number
  /** The whole value with this unit replaced. */
  readonly replace: (value: unknown) => unknown
}

export const sizeOf = (value: unknown): number => Buffer.byteLength(stringifyJson(value))

/** `undefined` for numbers, booleans and null, which cannot be truncated. */
export function truncatable(value: unknown): Truncatable | undefined {
  if (typeof value === 'string') return truncatableText(value)
  return Array.isArray(value) || isObject(value) ? truncatableStructure(value) : undefined
}

function truncatableStructure(value: object): Truncatable {
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  const build = (some: typeof entries) =>
    isList ? some.map(([, item]) => item) : Object.fromEntries(some)
  const sizes = entries.map((entry) => sizeOf(build([entry])))
  const at = sizes.reduce((best, size, index) => (size > (sizes[best] ?? 0) ? index : best), 0)
  const [key = '', largest] = entries[at] ?? []

  return {
    unit: isList ? 'items' : 'members',
    total: entries.length,
    run: (from, end) => build(entries.slice(from, end)),
    fit(from, bytes) {
      // Each of `sizes` includes two brackets. A run has them only once, and a comma between units.
      let used = 1
      let end = from
      for (; end < sizes.length; end++) {
        used += (sizes[end] ?? 0) - 1
        if (used > bytes) break
      }
      return end
    },
    align: (position) => position,
    largest: {
      key,
      value: largest,
      bytes: sizes[at] ?? 0,
      replace: (other) => build(entries.with(at, [key, other])),
    },
  }
}

export function truncatableText(text: string): Truncatable {
  const align = (position: number) => (splitsPair(text, position) ? position - 1 : position)
  return {
    unit: 'characters',
    total: text.length,
    run: (from, end) => text.slice(from, end),
    // A binary search, because the bytes of a character depend on how it is escaped.
    fit(from, bytes) {
      let end = from
      let tooFar = Math.min(text.length, from + bytes) + 1
      while (tooFar - end > 1) {
        const middle = Math.floor((end + tooFar) / 2)
        if (sizeOf(text.slice(from, middle)) <= bytes) end = middle
        else tooFar = middle
      }
      return align(end)
    },
    align,
  }
}

/** Whether `position` is between the two halves of a surrogate pair. */
const splitsPair = (text: string, position: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, position - 1), position + 1))
