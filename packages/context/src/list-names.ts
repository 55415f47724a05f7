/** A list without repetitions, in the order of first appearance. */
export const unique = (names: readonly string[]): string[] => [...new Set(names)]

/** Replies name at most this many agents; a topic may have any number. */
export const NAMES_SHOWN = 100

/** Enough to find those who are shown; beyond it a reply only says that there are more. */
export const MEMBERS_READ = 30 * NAMES_SHOWN

const MAX_IN_SENTENCE = 60

/** A caller's own name in a sentence: short, and with nothing that would break a line. */
export function quoted(name: string): string {
  const text = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"')
  return `'${text.length > MAX_IN_SENTENCE ? `${text.slice(0, MAX_IN_SENTENCE).toWellFormed()}…` : text}'`
}

/** `1 topic`, `2 topics`. */
export const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`

/** Names as a sentence lists them; the seed's form has no quotes. */
export function listed(names: readonly string[], most = 20): string {
  if (names.length === 0) return 'none'
  const shown = names.slice(0, most).map((name) => quoted(name).slice(1, -1))
  return shown.join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')
}
