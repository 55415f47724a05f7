import { foldName } from './fold-name.ts'

// What all vendors take as the name of a property.
const SAFE = /^[A-Za-z0-9_.-]{1,64}$/

// Arguments of our own, and what could be mistaken for a member that every object has.
const TAKEN = [
  'document_id',
  'confidence_scores',
  'schema_version',
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]

/**
 * For each column the name of its argument: the column's own where every vendor takes it, else
 * one made from it. Own names come first, so that a made one never takes another column's.
 */
export function argumentNames(names: readonly string[]): string[] {
  const taken = new Set(TAKEN.map(foldName))
  const keys = names.map((name) => {
    if (!SAFE.test(name) || taken.has(foldName(name))) return undefined
    taken.add(foldName(name))
    return name
  })
  return keys.map((key, index) => {
    if (key !== undefined) return key
    const made = free(simplify(names[index] ?? '') || `column_${index + 1}`, taken)
    taken.add(foldName(made))
    return made
  })
}

/** `Café (€)` becomes `Cafe`. */
const simplify = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64)

function free(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `_${number}`
    const key = base.slice(0, 64 - ending.length) + ending
    if (!taken.has(foldName(key))) return key
  }
}
