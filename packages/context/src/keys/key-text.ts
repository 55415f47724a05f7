/**
 * Keys and names are any text, but PostgreSQL holds neither U+0000 nor half a surrogate pair.
 * They are stored as single characters from the end of the last private-use plane, so that a `?`
 * in a pattern still stands for one of them; whoever uses those characters gets them escaped.
 */
const ESCAPE = 0x10f7fe
const NUL = 0x10f7ff
const FIRST_HALF = 0x10f800
const HALVES = 0xd800

const UNSTORABLE = /[\0\ud800-\udfff\u{10f7fe}-\u{10ffff}]/gu
const STORED = /\u{10f7fe}([\u{10f7fe}-\u{10ffff}])|[\u{10f7ff}-\u{10ffff}]/gu

export const toStored = (text: string): string => text.replace(UNSTORABLE, store)

export const fromStored = (text: string): string => text.replace(STORED, restore)

function store(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code === 0) return String.fromCodePoint(NUL)
  if (code < ESCAPE) return String.fromCodePoint(FIRST_HALF + code - HALVES)
  return String.fromCodePoint(ESCAPE) + character
}

function restore(match: string, escaped: string | undefined): string {
  if (escaped !== undefined) return escaped
  const code = match.codePointAt(0) ?? 0
  return code === NUL ? '\0' : String.fromCharCode(HALVES + code - FIRST_HALF)
}

export const SORTED_BY = 200

/** The part of a stored text that puts it in order; the rest could be too long for an index. */
export const sortKey = (stored: string): string =>
  stored.length <= SORTED_BY
    ? stored
    : [...stored.slice(0, 2 * SORTED_BY)].slice(0, SORTED_BY).join('')

/** Whether a text that comes from outside can be handed to PostgreSQL as it is. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
