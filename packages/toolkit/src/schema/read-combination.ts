import { strictType } from './annotations.ts'
import { describeSchema, describeValue } from './describe-schema.ts'
import {
  accepted,
  isAccepted,
  type Path,
  type Read,
  type ReadResult,
  rejected,
  type Schema,
  type SchemaOrBoolean,
  typeOf,
} from './read-result.ts'

/** A value must fit every part and one branch of every union. */
type Combination = {
  readonly parts: readonly SchemaOrBoolean[]
  readonly unions: readonly (readonly Schema[])[]
}

// Splitting a schema costs more than reading a value, and a list has many values.
const combinations = new WeakMap<Schema, Combination>()

export const isCombination = (schema: Schema): boolean =>
  Array.isArray(schema.allOf ?? schema.anyOf ?? schema.oneOf ?? schema.type)

/** Reads by `allOf`, `anyOf`, `oneOf`, lists of types, and the other keywords of the schema. */
export function readCombination(schema: Schema, value: unknown, path: Path, readPart: Read) {
  const combination = combinations.get(schema) ?? splitSchema(schema)
  combinations.set(schema, combination)

  const readAll = (input: unknown): ReadResult => {
    let result = accepted(input)
    const add = (next: ReadResult) => {
      const problems = isAccepted(next) ? result.problems : [...result.problems, ...next.problems]
      result = { value: next.value, problems, converted: result.converted || next.converted }
    }
    for (const part of combination.parts) add(readPart(part, result.value, path))
    for (const union of combination.unions) add(readUnion(union, result.value, path, readPart))
    return result
  }
  const result = readAll(value)
  // A part without a type may have accepted the text, so all parts check the converted value.
  if (!isAccepted(result) || !result.converted) return result
  return { ...readAll(result.value), converted: true }
}

// These keywords do not constrain the value.
const DESCRIPTIVE_KEYWORDS = new Set(['title', 'description', 'default', 'examples', '$id'])

function splitSchema(schema: Schema): Combination {
  const { allOf = [], anyOf, oneOf, ...rest } = schema
  const own = rest as Schema
  const inherit = (part: Schema) =>
    schema[strictType] && typeof part === 'object' ? { ...part, [strictType]: true as const } : part
  const ofTypes = Array.isArray(own.type) ? own.type.map((type) => ({ ...own, type })) : undefined
  const unions = [ofTypes, anyOf, oneOf].filter(Array.isArray).map((list) => list.map(inherit))
  const hasOwnConstraints =
    ofTypes === undefined && Object.keys(own).some((keyword) => !DESCRIPTIVE_KEYWORDS.has(keyword))
  const parts = [...(hasOwnConstraints ? [own] : []), ...allOf.map(inherit)]
  return { parts: mergeClosedParts(parts, unions.flat()), unions }
}

/**
 * According to JSON Schema, two closed objects in one `allOf` reject each other's members. Authors mean
 * a single object, so a closed part accepts the members that the other parts declare.
 */
function mergeClosedParts(parts: readonly Schema[], branches: readonly Schema[]): Schema[] {
  const named = Object.fromEntries(
    [...parts, ...branches].flatMap(propertyNames).map((name) => [name, true]),
  )
  return parts.map((part) =>
    part.additionalProperties === false
      ? { ...part, properties: { ...named, ...part.properties } }
      : part,
  )
}

function propertyNames(schema: Schema): string[] {
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => list ?? [])
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(propertyNames)]
}

/**
 * Prefers the first branch that accepts the value unchanged to one that converts text. `oneOf` is
 * treated like `anyOf`, because a value that fits two branches is not the caller's mistake.
 */
function readUnion(branches: readonly Schema[], value: unknown, path: Path, readBranch: Read) {
  const type = typeOf(value)
  // Only branches of the value's type can accept it unchanged, so they are tried first.
  const isOtherType = ({ type: expected }: Schema) =>
    typeof expected === 'string' && (expected === 'integer' ? 'number' : expected) !== type
  const results: ReadResult[] = []
  for (const branch of branches.toSorted(
    (a, b) => Number(isOtherType(a)) - Number(isOtherType(b)),
  )) {
    const result = readBranch(branch, value, path)
    if (isAccepted(result) && !result.converted) return result
    results.push(result)
  }
  const [closest] = results
    .filter((result) => isSameType(result, path))
    .sort((a, b) => distance(a) - distance(b))
  if (closest !== undefined) return closest
  const message = `must be ${describeSchema({ anyOf: branches })}, not ${describeValue(value)}`
  return rejected(value, path, { kind: 'type', message })
}

/** Whether the branch has the value's type, so that its problems help the caller. */
const isSameType = ({ problems }: ReadResult, path: Path): boolean =>
  problems.every(({ kind, path: problemPath }) => {
    return problemPath.length > path.length || (kind !== 'type' && kind !== 'choice')
  })

/** A wrong choice counts most, because such a member often distinguishes the branches. */
const distance = ({ problems }: ReadResult): number =>
  problems.reduce((sum, { kind }) => sum + (kind === 'choice' ? 1000 : 1), 0)
