import { isObject, stringifyJson } from '../json/json.ts'

/** How a value is cut: it has so many units, and a run of them makes a value of its kind again. */
export type Cut = {
  readonly unit: 'items' | 'members' | 'characters'
  readonly total: number
  readonly run: (from: number, end: number) => unknown
  /** The end of the longest run from there that has no more bytes than this. */
  readonly fit: (from: number, bytes: number) => number
  /** The nearest position, at or before this one, that lies between two units. */
  readonly align: (position: number) => number
  /** The largest item or member; characters are all small. */
  readonly largest?: Unit
}

type Unit = {
  readonly key: string
  readonly value: unknown
  /** Of a run that has only this unit. */
  readonly bytes: number
  /** The whole, with something else in the place of this unit. */
  readonly replace: (value: unknown) => unknown
}

export const sizeOf = (value: unknown): number => Buffer.byteLength(stringifyJson(value))

/** `undefined` for what cannot be cut. */
export function cutOf(value: unknown): Cut | undefined {
  if (typeof value === 'string') return cutText(value)
  return Array.isArray(value) || isObject(value) ? cutStructure(value) : undefined
}

function cutStructure(value: object): Cut {
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
      // Two brackets around all; each unit without its own, but with a comma.
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

export function cutText(text: string): Cut {
  const align = (position: number) => (splitsPair(text, position) ? position - 1 : position)
  return {
    unit: 'characters',
    total: text.length,
    run: (from, end) => text.slice(from, end),
    // By halving, since how many bytes a character takes depends on what has to be escaped.
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

/** Whether the two code units around this position are halves of one character. */
const splitsPair = (text: string, position: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, position - 1), position + 1))
