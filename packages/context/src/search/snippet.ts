const WIDTH = 240
/** What stands before the first word that is shown, and how far from it others are looked for. */
const LEAD = 60
const REACH = 140
/** A value that holds the words more often than this is not looked through to its end. */
const MOST_MATCHES = 1000

/**
 * The part of a value around the first place where most of the words stand together, unchanged;
 * its beginning where there is none. Takes the value's JSON text, which may be cut anywhere, and
 * shows text as itself and everything else as JSON.
 */
export function snippet(json: string, words: ReadonlySet<string>): string {
  const isText = json.startsWith('"')
  const text = isText ? readText(json) : json
  const place = findPlace(searchable(isText ? text : withoutEscapes(text)), words)
  const start = Math.max(0, Math.min(place.from - LEAD, text.length - WIDTH))
  const end = start + WIDTH
  return text.slice(cutBefore(text, start, place.from), cutAfter(text, end, place.to))
}

const WHOLE_CHARACTERS = /^"(?:[^"\\]+|\\u[\da-f]{4}|\\[^u])*/

const readText = (json: string): string => JSON.parse(`${WHOLE_CHARACTERS.exec(json)?.[0] ?? '"'}"`)

/** An escape is no part of a word: of `\nacme` the word is `acme`. */
const withoutEscapes = (json: string): string =>
  json.replace(/\\(?:u[\da-f]{4}|.)/g, (sequence) => ' '.repeat(sequence.length))

// The one letter that would become longer, and move all that follows.
const searchable = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

type Place = { readonly from: number; readonly to: number }

function findPlace(text: string, words: ReadonlySet<string>): Place {
  let best: Place = { from: 0, to: 0 }
  if (words.size === 0) return best
  let most = 0
  let looked = 0
  // The last place of each word within reach, the farthest first.
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

/** Words consist of letters, digits and marks: none of them means anything in a pattern. */
const anyOf = (words: ReadonlySet<string>): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${[...words].join('|')})(?![\\p{L}\\p{N}\\p{M}])`, 'gu')

/** Begins with a whole word where one is near, and never with half a character. */
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
