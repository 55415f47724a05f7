const WIDTH = 240
/** Characters shown before the first word, and the distance within which words count as near. */
const LEAD = 60
const REACH = 140
/** The search for a better range ends after this many matches. */
const MOST_MATCHES = 1000

/**
 * The part of a value around the first place where most of the `words` are near each other, or its
 * beginning if there is none. `json` may be truncated anywhere. A string is returned as its text,
 * any other value as JSON.
 */
export function snippet(json: string, words: ReadonlySet<string>): string {
  const isText = json.startsWith('"')
  const text = isText ? readText(json) : json
  const range = findBestRange(searchable(isText ? text : withoutEscapes(text)), words)
  const start = Math.max(0, Math.min(range.from - LEAD, text.length - WIDTH))
  const end = start + WIDTH
  return text.slice(cutBefore(text, start, range.from), cutAfter(text, end, range.to))
}

const WHOLE_CHARACTERS = /^"(?:[^"\\]+|\\u[\da-f]{4}|\\[^u])*/

const readText = (json: string): string => JSON.parse(`${WHOLE_CHARACTERS.exec(json)?.[0] ?? '"'}"`)

/** Blanks escape sequences, so that the word in `\nacme` is `acme`. */
const withoutEscapes = (json: string): string =>
  json.replace(/\\(?:u[\da-f]{4}|.)/g, (sequence) => ' '.repeat(sequence.length))

// `İ` is the only letter whose lower case is longer, which would shift the positions after it.
const searchable = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

type Range = { readonly from: number; readonly to: number }

function findBestRange(text: string, words: ReadonlySet<string>): Range {
  let best: Range = { from: 0, to: 0 }
  if (words.size === 0) return best
  let most = 0
  let looked = 0
  // The last position of each word within REACH, in ascending order.
  const near = new Map<string, number>()
  for (const { 0: word, index } of text.matchAll(anyOf(words))) {
    near.delete(word)
    near.set(word, index)
    for (const [other, from] of near) {
      if (from >= index - REACH) break
      near.delete(other)
    }
    if (near.size > most) {
      most = near.size
      best = { from: Math.min(...near.values()), to: index + word.length }
    }
    looked++
    if (most === words.size || looked === MOST_MATCHES) break
  }
  return best
}

/** `words` consist of letters, digits and marks, so they need no escaping in a pattern. */
const anyOf = (words: ReadonlySet<string>): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${[...words].join('|')})(?![\\p{L}\\p{N}\\p{M}])`, 'gu')

/** Moves the start to a whole word if one is near, and never into a surrogate pair. */
function cutBefore(text: string, start: number, from: number): number {
  if (start === 0) return 0
  const space = text.slice(start, from).search(/\s/)
  return space < 0 ? start + Number(isInside(text, start)) : start + space + 1
}

function cutAfter(text: string, end: number, to: number): number {
  if (end >= text.length) return text.length
  const space = text.slice(to, end + 1).search(/\s\S*$/)
  return space < 0 ? end - Number(isInside(text, end)) : to + space
}

const isInside = (text: string, index: number) => (text.codePointAt(index - 1) ?? 0) > 0xffff
