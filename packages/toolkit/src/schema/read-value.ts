import type { TSchema } from '@sinclair/typebox'
import { customMessage, isUntyped } from './annotations.ts'
import { readArray } from './read-array.ts'
import { isCombination, readCombination } from './read-combination.ts'
import { readObject } from './read-object.ts'
import {
  failed,
  isGood,
  type Path,
  type Reading,
  read,
  type Schema,
  type SchemaOrBoolean,
  typeOf,
} from './read-result.ts'
import { readBoolean, readChoice, readNumber, readText, wrongType } from './read-scalar.ts'

/**
 * Reads a value by a schema: turns it into the schema's types where nothing is lost by that,
 * fills in defaults, and says what does not fit. Interpreted, since a schema may be a user's:
 * nothing is compiled into code and no pattern can run away. What JSON Schema has beyond types,
 * choices, limits, lists, objects and their combinations ($ref, not, if, contains) is not checked.
 */
export function readValue(schema: TSchema | boolean, value: unknown, path: Path = []): Reading {
  const reading = readBySchema(schema, value, path)
  if (isGood(reading) || typeof schema === 'boolean') return reading
  const words = (schema as Schema)[customMessage]
  return words === undefined ? reading : failed(value, path, { kind: 'type', message: words })
}

function readBySchema(schema: SchemaOrBoolean, value: unknown, path: Path): Reading {
  if (schema === false) return failed(value, path, { kind: 'type', message: 'is not allowed' })
  if (schema === true || isUntyped(schema)) return read(value)
  if (isCombination(schema)) return readCombination(schema, value, path, readValue)

  const choices = schema.const === undefined ? schema.enum : [schema.const]
  if (!Array.isArray(choices)) return readByType(schema, value, path)
  const choice = readChoice(choices, schema, value, path)
  if (!isGood(choice) || schema.type === undefined) return choice
  const reading = readByType(schema, choice.value, path)
  return { ...reading, converted: reading.converted || choice.converted }
}

function readByType(schema: Schema, value: unknown, path: Path): Reading {
  // Without a type, the keywords for texts hold for texts, those for lists for lists, and so on.
  switch (schema.type ?? typeOf(value)) {
    case 'string':
      return readText(schema, value, path)
    case 'number':
    case 'integer':
      return readNumber(schema, value, path)
    case 'boolean':
      return readBoolean(schema, value, path)
    case 'null':
      return value === null ? read(null) : wrongType(schema, value, path)
    case 'array':
      return readArray(schema, value, path, readValue)
    case 'object':
      return readObject(schema, value, path, readValue)
    default:
      return read(value)
  }
}
