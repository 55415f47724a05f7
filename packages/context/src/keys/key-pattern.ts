import { toStorable } from '@quartermaster/toolkit'
import { sortKey } from './sort-key.ts'

/** A glob as a range of `sort_key`, and as a LIKE pattern if the range matches too much. */
export type KeyPattern = {
  readonly from: string
  /** The first text after all texts with the prefix; absent if there is none. */
  readonly to?: string
  readonly like?: string
}

/** `*` matches any characters and `?` one; every other character matches itself. */
export function keyPattern(glob: string): KeyPattern {
  const parts = toStorable(glob).split(/([*?]+)/)
  const [start = ''] = parts
  const prefix = sortKey(start)
  const isPlainPrefix = parts.length === 3 && isStar(parts[1]) && parts[2] === ''
  const to = successor(prefix)
  return {
    from: prefix,
    ...(to !== undefined && { to }),
    ...(!(isPlainPrefix && prefix === start) && { like: parts.map(toLike).join('') }),
  }
}

const isStar = (part: string | undefined) => part !== undefined && /^\*+$/.test(part)

function toLike(part: string, index: number): string {
  if (index % 2 === 0) return part.replace(/[\\%_]/g, '\\$&')
  // `*?*` means the same as `?*`; a single `%` per run keeps LIKE fast.
  return '_'.repeat(part.replaceAll('*', '').length) + (part.includes('*') ? '%' : '')
}

const LAST = 0x10ffff

/** The smallest text greater than all texts with `prefix`, in code point order like collation "C". */
function successor(prefix: string): string | undefined {
  const codes = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  while (codes.at(-1) === LAST) codes.pop()
  const last = codes.pop()
  if (last === undefined) return undefined
  const next = last === 0xd7ff ? 0xe000 : last + 1
  return String.fromCodePoint(...codes, next)
}
