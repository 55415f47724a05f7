import type { TSchema } from '@sinclair/typebox'
import { isExactNumber } from '../json/json.ts'
import type { Annotations } from './annotations.ts'
import type { Fault } from './check-limits.ts'

export type Schema = TSchema & Annotations

/** In JSON Schema `true` accepts any value and `false` accepts none. */
export type SchemaOrBoolean = Schema | boolean

export type Path = readonly (string | number)[]

/** A fault and its location in the value. The message is meant for the model that sent the value. */
export type Problem = Fault & { readonly path: Path }

export type ReadResult = {
  readonly value: unknown
  readonly problems: readonly Problem[]
  /** `true` if text was converted to the schema's type. */
  readonly converted: boolean
}

/** `readValue`, passed to the readers of objects, lists and unions to avoid an import cycle. */
export type Read = (schema: SchemaOrBoolean, value: unknown, path: Path) => ReadResult

export const accepted = (value: unknown, converted = false): ReadResult => ({
  value,
  problems: [],
  converted,
})

export const rejected = (value: unknown, path: Path, ...faults: Fault[]): ReadResult => ({
  value,
  problems: faults.map((fault) => ({ ...fault, path })),
  converted: false,
})

/** The JSON Schema name of the value's type. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isExactNumber(value) ? 'number' : typeof value
}

export const isAccepted = (result: ReadResult): boolean => result.problems.length === 0

const MAX_PROBLEMS = 50

/** Reads a list of values. Stops at `MAX_PROBLEMS`, so that a million bad items cost little. */
export function readEach<Item>(
  items: readonly Item[],
  readItem: (item: Item, index: number) => ReadResult,
) {
  const values: unknown[] = []
  const problems: Problem[] = []
  let converted = false
  for (let index = 0; index < items.length && problems.length < MAX_PROBLEMS; index++) {
    const result = readItem(items[index] as Item, index)
    values.push(result.value)
    for (const problem of result.problems) problems.push(problem)
    converted ||= result.converted
  }
  return { values, problems, converted }
}
