import { foldName } from './fold-name.ts'

// All vendors accept property names of this form.
const SAFE = /^[A-Za-z0-9_.-]{1,64}$/

// Arguments of the tools themselves, and members that every JavaScript object has.
const TAKEN = [
  'document_id',
  'confidence_scores',
  'schema_version',
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]

/**
 * The argument name of each column: the column's name if every vendor accepts it, otherwise a name
 * derived from it. Unchanged names are assigned first, so that no derived name takes one of them.
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
    const derived = findFree(simplify(names[index] ?? '') || `column_${index + 1}`, taken)
    taken.add(foldName(derived))
    return derived
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

function findFree(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `_${number}`
    const key = base.slice(0, 64 - ending.length) + ending
    if (!taken.has(foldName(key))) return key
  }
}
