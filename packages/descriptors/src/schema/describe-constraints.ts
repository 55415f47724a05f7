import { stringifyJson } from '@quartermaster/toolkit'
import { isSchema, type Json, type JsonObject, schemas } from './json-schema.ts'

/** Describes a schema in one phrase: `array of string, at most 5 items`. */
export const describeSchema = (schema: JsonObject): string =>
  [describeType(schema), ...describeConstraints(schema)].join(', ')

function describeType(schema: JsonObject): string {
  const branches = schemas(schema.anyOf ?? schema.oneOf)
  if (branches.length > 0) return branches.map(inBrackets).join(' or ')
  const { type, items } = schema
  if (Array.isArray(type)) return type.join(' or ')
  if (type === 'array' && isSchema(items) && !isAnything(items)) {
    return `array of ${inBrackets(items)}`
  }
  const values = type === 'object' ? valuesOf(schema) : undefined
  if (values !== undefined) return `object of ${inBrackets(values)}`
  if (typeof type === 'string') return type
  return isAnything(schema) ? 'any JSON value' : 'value'
}

function inBrackets(schema: JsonObject): string {
  const phrase = describeSchema(schema)
  return /, | or /.test(phrase) ? `(${phrase})` : phrase
}

const isAnything = (schema: JsonObject): boolean =>
  Object.keys(schema).every((keyword) => ['description', 'title', 'default'].includes(keyword))

/** The schema of the members of a record. */
function valuesOf(schema: JsonObject): JsonObject | undefined {
  const patterns = isSchema(schema.patternProperties) ? schema.patternProperties : {}
  return [...Object.values(patterns), schema.additionalProperties].find(
    (value) => isSchema(value) && !isAnything(value),
  ) as JsonObject | undefined
}

/** The constraints beyond the type, one phrase each. */
export function describeConstraints(schema: JsonObject): string[] {
  const { format, pattern, multipleOf, exclusiveMinimum, exclusiveMaximum } = schema
  return [
    'const' in schema && `always ${stringifyJson(schema.const)}`,
    Array.isArray(schema.enum) && `one of ${schema.enum.map(stringifyJson).join(', ')}`,
    range(schema.minimum, schema.maximum, ''),
    exclusiveMinimum !== undefined && `more than ${stringifyJson(exclusiveMinimum)}`,
    exclusiveMaximum !== undefined && `less than ${stringifyJson(exclusiveMaximum)}`,
    multipleOf !== undefined && `a multiple of ${stringifyJson(multipleOf)}`,
    range(schema.minLength, schema.maxLength, ' character'),
    range(schema.minItems, schema.maxItems, ' item'),
    range(schema.minProperties, schema.maxProperties, ' member'),
    schema.uniqueItems === true && 'no item twice',
    format !== undefined && `format ${format}`,
    pattern !== undefined && `pattern ${pattern}`,
  ].filter((phrase) => phrase !== false)
}

function range(low: Json | undefined, high: Json | undefined, noun: string): string | false {
  const counted = (count: Json) =>
    `${stringifyJson(count)}${noun}${noun === '' || count === 1 ? '' : 's'}`
  if (low !== undefined && low === high) return `exactly ${counted(low)}`
  if (low !== undefined && high !== undefined) return `${stringifyJson(low)} to ${counted(high)}`
  if (low !== undefined) return `at least ${counted(low)}`
  return high === undefined ? false : `at most ${counted(high)}`
}
