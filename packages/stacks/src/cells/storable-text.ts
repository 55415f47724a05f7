// PostgreSQL's text has no place for NUL and for half a surrogate pair. They are kept as characters
// of the last private plane; those few characters themselves get a mark before them.
const NUL = '\u{10f000}'
const MARK = '\u{10f001}'
const HALVES = 0x10f800
const SURROGATES = 0xd800

const SPECIAL = /[\0\ud800-\udfff\u{10f000}\u{10f001}\u{10f800}-\u{10ffff}]/gu
const STORED = /\u{10f001}(.)|[\u{10f000}\u{10f800}-\u{10ffff}]/gsu

/** Any text as PostgreSQL can hold it: equal texts stay equal, and nearly all stay as they are. */
export const toStorable = (text: string): string =>
  text.replace(SPECIAL, (character) => {
    if (character === '\0') return NUL
    const code = character.codePointAt(0) ?? 0
    return code < 0x10000 ? String.fromCodePoint(HALVES + code - SURROGATES) : MARK + character
  })

export const fromStorable = (stored: string): string =>
  stored.replace(STORED, (character, marked: string | undefined) => {
    if (marked !== undefined) return marked
    if (character === NUL) return '\0'
    return String.fromCharCode(SURROGATES + (character.codePointAt(0) ?? 0) - HALVES)
  })
