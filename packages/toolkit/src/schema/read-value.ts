import type { TSchema } from '@sinclair/typebox'
import { customMessage, isUntyped } from './annotations.ts'
import { readArray } from './read-array.ts'
import { isCombination, readCombination } from './read-combination.ts'
import { readObject } from './read-object.ts'
import {
  accepted,
  isAccepted,
  type Path,
  type ReadResult,
  rejected,
  type Schema,
  type SchemaOrBoolean,
  typeOf,
} from './read-result.ts'
import { readBoolean, readChoice, readNumber, readText, wrongType } from './read-scalar.ts'

/**
 * Validates a value, converts it to the schema's types where that loses nothing, and fills in
 * defaults. Schemas are interpreted, because users write some of them: nothing is compiled to code
 * and every pattern takes linear time. `$ref`, `not`, `if` and `contains` are not checked.
 */
export function readValue(schema: TSchema | boolean, value: unknown, path: Path = []): ReadResult {
  const result = readBySchema(schema, value, path)
  if (isAccepted(result) || typeof schema === 'boolean') return result
  const message = (schema as Schema)[customMessage]
  return message === undefined ? result : rejected(value, path, { kind: 'type', message })
}

function readBySchema(schema: SchemaOrBoolean, value: unknown, path: Path): ReadResult {
  if (schema === false) return rejected(value, path, { kind: 'type', message: 'is not allowed' })
  if (schema === true || isUntyped(schema)) return accepted(value)
  if (isCombination(schema)) return readCombination(schema, value, path, readValue)

  const choices = schema.const === undefined ? schema.enum : [schema.const]
  if (!Array.isArray(choices)) return readByType(schema, value, path)
  const choice = readChoice(choices, schema, value, path)
  if (!isAccepted(choice) || schema.type === undefined) return choice
  const result = readByType(schema, choice.value, path)
  return { ...result, converted: result.converted || choice.converted }
}

function readByType(schema: Schema, value: unknown, path: Path): ReadResult {
  // Without `type`, each keyword applies to values of its own type, as in JSON Schema.
  switch (schema.type ?? typeOf(value)) {
    case 'string':
      return readText(schema, value, path)
    case 'number':
    case 'integer':
      return readNumber(schema, value, path)
    case 'boolean':
      return readBoolean(schema, value, path)
    case 'null':
      return value === null ? accepted(null) : wrongType(schema, value, path)
    case 'array':
      return readArray(schema, value, path, readValue)
    case 'object':
      return readObject(schema, value, path, readValue)
    default:
      return accepted(value)
  }
}
