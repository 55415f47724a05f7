import { isExactNumber } from '@quartermaster/toolkit'

// A tsvector is limited to 1 MB; text of this length stays far below that.
const MAX_LENGTH = 40_000
const MAX_WORD = 100

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** The words to search an item by: those of its key, then those of its member names and values. */
export function searchWords(key: string, value: unknown): string {
  const words: string[] = []
  let length = 0
  for (const text of textsOf(key, value)) {
    for (const [word] of text.slice(0, MAX_LENGTH).matchAll(WORD)) {
      words.push(plain(word))
      length += word.length + 1
      if (length > MAX_LENGTH) return words.join(' ')
    }
  }
  return words.join(' ')
}

/** The query with its words in the form of the index; quotes, OR and a leading minus keep their meaning. */
export const searchQuery = (query: string): string =>
  (query.match(/"|(?<![\p{L}\p{N}\p{M}])-(?=["\p{L}\p{N}\p{M}])|[\p{L}\p{N}\p{M}]+|\s+/gu) ?? [])
    .map((part) => (/^\s/.test(part) ? ' ' : plain(part)))
    .join(' ')
    .replaceAll('- ', '-')

/** The words of a `searchQuery` that a match contains or may contain. */
export const wantedWords = (query: string): Set<string> =>
  new Set(
    query
      .replace(/-"[^"]*"?|-\S+/g, ' ')
      .match(WORD)
      ?.filter((word) => word !== 'or'),
  )

/** A word in the form of the index. */
export const plain = (word: string): string => word.slice(0, MAX_WORD).toWellFormed().toLowerCase()

function* textsOf(key: string, value: unknown): Generator<string> {
  yield key
  yield* texts(value)
}

function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (isExactNumber(value)) yield value.rawJSON
  else if (typeof value === 'number' || typeof value === 'boolean') yield String(value)
  else if (Array.isArray(value)) for (const item of value) yield* texts(item)
  else if (value !== null && typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) {
      yield name
      yield* texts(member)
    }
  }
}
