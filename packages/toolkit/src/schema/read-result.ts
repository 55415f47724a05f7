import type { TSchema } from '@sinclair/typebox'
import { isExactNumber } from '../json/json.ts'
import type { Annotations } from './annotations.ts'
import type { Fault } from './check-limits.ts'

export type Schema = TSchema & Annotations

/** JSON Schema knows `true` (any value) and `false` (none) as well. */
export type SchemaOrBoolean = Schema | boolean

export type Path = readonly (string | number)[]

/** What is wrong at one place of a value, in words for the model that sent it. */
export type Problem = Fault & { readonly path: Path }

export type Reading = {
  readonly value: unknown
  readonly problems: readonly Problem[]
  /** Whether text was turned into the type that the schema wants. */
  readonly converted: boolean
}

/** Reads a part of a value: given to those who know only their own kind. */
export type Read = (schema: SchemaOrBoolean, value: unknown, path: Path) => Reading

export const read = (value: unknown, converted = false): Reading => ({
  value,
  problems: [],
  converted,
})

export const failed = (value: unknown, path: Path, ...faults: Fault[]): Reading => ({
  value,
  problems: faults.map((fault) => ({ ...fault, path })),
  converted: false,
})

/** The value's type in the words of JSON Schema. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isExactNumber(value) ? 'number' : typeof value
}

export const isGood = (reading: Reading): boolean => reading.problems.length === 0

const ENOUGH = 50

/** The readings of many in one. A list of a million wrong items is not read to its end. */
export function readEach<Item>(
  items: readonly Item[],
  readItem: (item: Item, index: number) => Reading,
) {
  const values: unknown[] = []
  const problems: Problem[] = []
  let converted = false
  for (let index = 0; index < items.length && problems.length < ENOUGH; index++) {
    const reading = readItem(items[index] as Item, index)
    values.push(reading.value)
    for (const problem of reading.problems) problems.push(problem)
    converted ||= reading.converted
  }
  return { values, problems, converted }
}
