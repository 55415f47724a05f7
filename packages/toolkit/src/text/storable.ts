/**
 * PostgreSQL's `text` can contain neither U+0000 nor lone surrogates. Both are stored as single
 * characters at the end of the last private-use plane, so that a one-character wildcard still
 * matches them. Private-use characters that occur in the original text are prefixed with `ESCAPE`.
 */
const ESCAPE = 0x10f7fe
const NUL = 0x10f7ff
const FIRST_SURROGATE = 0xd800
const STORED_SURROGATE = 0x10f800

// Documents and cells used these two until the encodings were unified; `fromStorable` reads both.
const EARLIER_NUL = 0x10f000

const UNSTORABLE = /[\0\ud800-\udfff\u{10f000}\u{10f001}\u{10f7fe}-\u{10ffff}]/gu
const STORED = /[\u{10f7fe}\u{10f001}](.)|[\u{10f000}\u{10f7ff}-\u{10ffff}]/gsu

/** Encodes any text so that PostgreSQL can store it; ordinary text is unchanged. */
export const toStorable = (text: string): string => text.replace(UNSTORABLE, encode)

export const fromStorable = (stored: string): string => stored.replace(STORED, decode)

/** Whether PostgreSQL can store the text without encoding it. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function encode(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code === 0) return String.fromCodePoint(NUL)
  const isSurrogate = code < 0x10000
  if (isSurrogate) return String.fromCodePoint(STORED_SURROGATE + code - FIRST_SURROGATE)
  return String.fromCodePoint(ESCAPE) + character
}

function decode(match: string, escaped: string | undefined): string {
  if (escaped !== undefined) return escaped
  const code = match.codePointAt(0) ?? 0
  if (code === NUL || code === EARLIER_NUL) return '\0'
  return String.fromCharCode(FIRST_SURROGATE + code - STORED_SURROGATE)
}
