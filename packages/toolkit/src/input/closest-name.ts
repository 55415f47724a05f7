import { distance } from 'fastest-levenshtein'

/** The valid name that `name` is most likely a misspelling of. */
export function closestName(name: string, valid: readonly string[]): string | undefined {
  const [best] = valid
    .map((candidate) => ({ candidate, edits: editsTo(name, candidate) }))
    .filter(({ edits }) => edits !== undefined)
    .sort((a, b) => (a.edits ?? 0) - (b.edits ?? 0))
  return best?.candidate
}

/** The edit distance between two names; `undefined` if they do not resemble each other. */
export function editsTo(name: string, candidate: string): number | undefined {
  if (name === '' || name.length > 64) return undefined
  const [a, b] = [name.toLowerCase(), candidate.toLowerCase()]
  const edits = distance(a, b)
  const isSimilar = edits <= Math.max(1, b.length / 3) || beginsAlike(a, b)
  return isPartOf(a, b) || isSimilar ? edits : undefined
}

/** `multiplier` for `multiply`. */
function beginsAlike(name: string, candidate: string): boolean {
  const length = [...name].findIndex((character, index) => character !== candidate[index])
  return length > 4 && length >= (2 / 3) * Math.max(name.length, candidate.length)
}

/** `vendor_name` for `vendor`, `q` for `query`; but not `x` for `max`. */
function isPartOf(name: string, candidate: string): boolean {
  const [short, long] = name.length < candidate.length ? [name, candidate] : [candidate, name]
  return long.startsWith(short) || (short.length > 2 && long.includes(short))
}
