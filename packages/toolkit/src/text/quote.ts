const MAX_LENGTH = 80

// Control characters, line separators, bidirectional overrides and lone surrogates would break a
// log line or change how the message around them reads.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** Caller text in single quotes, for a message: one line, at most 80 characters. */
export const quote = (text: string): string => `'${printable(text)}'`

/** `quote` without the quotes, for text inside a longer name such as `columns[0].name`. */
export function printable(text: string, maxLength = MAX_LENGTH): string {
  const start = text.slice(0, maxLength)
  const isCut = text.length > maxLength
  // If a surrogate pair was cut, drops its first half.
  const whole = isCut ? start.replace(/[\ud800-\udbff]$/, '') : start
  return whole.replace(UNPRINTABLE, escapeCharacter) + (isCut ? '…' : '')
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return SHORT_ESCAPES[character] ?? `\\u${code.toString(16).padStart(4, '0')}`
}
