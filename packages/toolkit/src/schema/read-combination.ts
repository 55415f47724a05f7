import { strictType } from './annotations.ts'
import { describeSchema, describeValue } from './describe-schema.ts'
import {
  failed,
  isGood,
  type Path,
  type Read,
  type Reading,
  read,
  type Schema,
  type SchemaOrBoolean,
  typeOf,
} from './read-result.ts'

/** What a value must fit: every part, and one branch of every union. */
type Combination = {
  readonly parts: readonly SchemaOrBoolean[]
  readonly unions: readonly (readonly Schema[])[]
}

// Taking a schema apart costs more than reading a value by it, and a list has many values.
const combinations = new WeakMap<Schema, Combination>()

export const isCombination = (schema: Schema): boolean =>
  Array.isArray(schema.allOf ?? schema.anyOf ?? schema.oneOf ?? schema.type)

/** `allOf`, `anyOf`, `oneOf` and lists of types, with what stands beside them. */
export function readCombination(schema: Schema, value: unknown, path: Path, readPart: Read) {
  const combination = combinations.get(schema) ?? takeApart(schema)
  combinations.set(schema, combination)

  const readAll = (sent: unknown): Reading => {
    let reading = read(sent)
    const add = (next: Reading) => {
      const problems = isGood(next) ? reading.problems : [...reading.problems, ...next.problems]
      reading = { value: next.value, problems, converted: reading.converted || next.converted }
    }
    for (const part of combination.parts) add(readPart(part, reading.value, path))
    for (const union of combination.unions) add(readUnion(union, reading.value, path, readPart))
    return reading
  }
  const reading = readAll(value)
  // A part that has no type let the text pass; it has yet to see what the text stands for.
  if (!isGood(reading) || !reading.converted) return reading
  return { ...readAll(reading.value), converted: true }
}

// Beside a combination these say nothing about the value.
const NOTES = new Set(['title', 'description', 'default', 'examples', '$id'])

function takeApart(schema: Schema): Combination {
  const { allOf = [], anyOf, oneOf, ...rest } = schema
  const own = rest as Schema
  const inherit = (part: Schema) =>
    schema[strictType] && typeof part === 'object' ? { ...part, [strictType]: true as const } : part
  const ofTypes = Array.isArray(own.type) ? own.type.map((type) => ({ ...own, type })) : undefined
  const unions = [ofTypes, anyOf, oneOf].filter(Array.isArray).map((list) => list.map(inherit))
  const saysMore = ofTypes === undefined && Object.keys(own).some((keyword) => !NOTES.has(keyword))
  const parts = [...(saysMore ? [own] : []), ...allOf.map(inherit)]
  return { parts: openToEachOther(parts, unions.flat()), unions }
}

/**
 * Two closed objects in one `allOf` would, by the letter, refuse each other's members. Whoever
 * wrote them means one object, so a closed part knows what the others name.
 */
function openToEachOther(parts: readonly Schema[], branches: readonly Schema[]): Schema[] {
  const named = Object.fromEntries(
    [...parts, ...branches].flatMap(namesIn).map((name) => [name, true]),
  )
  return parts.map((part) =>
    part.additionalProperties === false
      ? { ...part, properties: { ...named, ...part.properties } }
      : part,
  )
}

function namesIn(schema: Schema): string[] {
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => list ?? [])
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(namesIn)]
}

/**
 * The first branch that takes the value as it is, else the first that takes it with text turned
 * into a type. `oneOf` is read like `anyOf`: a value that fits two branches is no mistake of the
 * model's.
 */
function readUnion(branches: readonly Schema[], value: unknown, path: Path, readBranch: Read) {
  const type = typeOf(value)
  // Only a branch of the value's own type can take it as it is, so those are asked first.
  const isOther = ({ type: wanted }: Schema) =>
    typeof wanted === 'string' && (wanted === 'integer' ? 'number' : wanted) !== type
  const readings: Reading[] = []
  for (const branch of branches.toSorted((a, b) => Number(isOther(a)) - Number(isOther(b)))) {
    const reading = readBranch(branch, value, path)
    if (isGood(reading) && !reading.converted) return reading
    readings.push(reading)
  }
  const [meant] = readings
    .filter((reading) => isMeant(reading, path))
    .sort((a, b) => distance(a) - distance(b))
  if (meant !== undefined) return meant
  const message = `must be ${describeSchema({ anyOf: branches })}, not ${describeValue(value)}`
  return failed(value, path, { kind: 'type', message })
}

/** Whether the branch is of the value's type, so that its problems are worth telling. */
const isMeant = ({ problems }: Reading, path: Path): boolean =>
  problems.every(({ kind, path: place }) => {
    return place.length > path.length || (kind !== 'type' && kind !== 'choice')
  })

/** A wrong choice counts most: it is often the very member that tells the branches apart. */
const distance = ({ problems }: Reading): number =>
  problems.reduce((sum, { kind }) => sum + (kind === 'choice' ? 1000 : 1), 0)
