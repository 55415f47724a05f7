import { toStorable } from '@quartermaster/toolkit'
import { sortKey } from './sort-key.ts'

/** A glob as the database understands it: a range of the index, and LIKE where that says too little. */
export type KeyPattern = {
  readonly from: string
  /** The first text after everything that begins with the prefix; none after the last character. */
  readonly to?: string
  readonly like?: string
}

/** `*` is any run of characters and `?` is one; everything else stands for itself. */
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
  // `*?*` asks for no more than `?*`; one star per run keeps the match cheap.
  return '_'.repeat(part.replaceAll('*', '').length) + (part.includes('*') ? '%' : '')
}

const LAST = 0x10ffff

/** The least text above all that begin with `prefix`, by code points as PostgreSQL's "C" has it. */
function successor(prefix: string): string | undefined {
  const codes = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  while (codes.at(-1) === LAST) codes.pop()
  const last = codes.pop()
  if (last === undefined) return undefined
  const next = last === 0xd7ff ? 0xe000 : last + 1
  return String.fromCodePoint(...codes, next)
}
