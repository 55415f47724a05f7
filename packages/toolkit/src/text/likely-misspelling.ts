const MIN_WORD = 4

/**
 * The known name that `name` is most likely a misspelling of: they differ only by case, or by one
 * letter that is missing, added, replaced or swapped with its neighbour in a word of at least four
 * letters. Names that differ by a digit or a capital, such as `worker1` and `worker2` or `teamA` and
 * `teamB`, are different on purpose. Stricter than `closestName`, because calls are refused for it.
 */
export function likelyMisspelling(name: string, known: readonly string[]): string | undefined {
  return known.find((candidate) => candidate !== name && isMisspelling(name, candidate))
}

function isMisspelling(name: string, known: string): boolean {
  if (name.toLowerCase() === known.toLowerCase()) return true
  const [words, knownWords] = [wordsOf(name), wordsOf(known)]
  if (words.length !== knownWords.length) return false
  const different = words.flatMap((word, index) => {
    const other = knownWords[index] ?? ''
    return word === other ? [] : [[word, other] as const]
  })
  const [only] = different
  return different.length === 1 && only !== undefined && isOneSlip(...only)
}

const wordsOf = (name: string): string[] => name.split(/([^\p{L}]+)/u)

function isOneSlip(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < MIN_WORD) return false
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = short.slice(start)
  const longRest = long.slice(start)
  if (short.length < long.length) return isLetter(longRest[0]) && rest === longRest.slice(1)
  const isSwapped =
    rest[0] === longRest[1] && rest[1] === longRest[0] && rest.slice(2) === longRest.slice(2)
  const isReplaced =
    isLetter(rest[0]) && isLetter(longRest[0]) && rest.slice(1) === longRest.slice(1)
  return isSwapped || isReplaced
}

/** Excludes capitals, because a capital in the middle of a name is a separate word, as in `teamA`. */
const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /\p{Ll}|\p{Lo}/u.test(character)
