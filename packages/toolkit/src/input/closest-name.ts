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
  const edits = isTransposed(a, b) ? 1 : distance(a, b)
  const extra = extraWords(wordsOf(name), wordsOf(candidate))
  if (extra !== undefined) return Math.min(edits, extra + edits / 100)
  const isSimilar = edits <= Math.max(1, b.length / 3) || beginsAlike(a, b)
  return isPartOf(a, b) || isSimilar ? edits : undefined
}

/** `tabel` for `table`. */
function isTransposed(name: string, candidate: string): boolean {
  const index = [...name].findIndex((character, at) => character !== candidate[at])
  if (index < 0 || name.length !== candidate.length) return false
  const swapped = `${name[index + 1] ?? ''}${name[index]}${name.slice(index + 2)}`
  return name.slice(0, index) + swapped === candidate
}

/** How many words one name has in addition to those of the other: 1 for `update_row` and `update_table_row`. */
function extraWords(name: readonly string[], candidate: readonly string[]): number | undefined {
  const [short, long] = name.length < candidate.length ? [name, candidate] : [candidate, name]
  const isContained =
    short.length > 0 && short.every((word) => word.length > 1 && long.includes(word))
  return isContained ? long.length - short.length : undefined
}

export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

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
