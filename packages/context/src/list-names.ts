import { printable } from '@quartermaster/toolkit'

/** A list without repetitions, in the order of first appearance. */
export const unique = (names: readonly string[]): string[] => [...new Set(names)]

/** Replies name at most this many agents; a topic may have any number. */
export const NAMES_SHOWN = 100

/** At most this many members are read for a push. If there are more, the reply says that names are missing. */
export const MEMBERS_READ = 30 * NAMES_SHOWN

/** Names in a sentence, unquoted, as in the specified messages. */
export function listNames(names: readonly string[], most = 20): string {
  if (names.length === 0) return 'none'
  const shown = names.slice(0, most).map((name) => printable(name))
  return shown.join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')
}
