import { stringifyJson } from '@quartermaster/toolkit'
import { alternatives, members, texts } from './alternatives.ts'
import { describeConstraints, describeSchema } from './describe-constraints.ts'
import { isSchema, type Json, type JsonObject } from './json-schema.ts'

/** The keywords that Gemini accepts; it rejects a request with any other. */
export type GeminiSchema = {
  type?: 'STRING' | 'NUMBER' | 'INTEGER' | 'BOOLEAN' | 'ARRAY' | 'OBJECT'
  description?: string
  nullable?: boolean
  format?: string
  enum?: string[]
  pattern?: string
  minLength?: string
  maxLength?: string
  minimum?: number
  maximum?: number
  items?: GeminiSchema
  minItems?: string
  properties?: Record<string, GeminiSchema>
  required?: string[]
  minProperties?: string
  maxProperties?: string
  anyOf?: GeminiSchema[]
}

/** Constraints without a Gemini keyword go into the description; the gateway checks them. */
export function geminiSchema(schema: JsonObject): GeminiSchema {
  const branches = alternatives(schema)
  const nullable = branches.some((branch) => isNull(branch) || choices(branch)?.includes(null))
  const [first = {}, ...others] = branches
    .filter((branch) => !isNull(branch))
    .map((branch) => ({ ...described(branch), ...(nullable && { nullable }) }))
  // Gemini accepts no other keyword next to anyOf, so each branch has the description.
  if (others.length > 0) return { anyOf: [first, ...others] }
  return { type: 'STRING', ...(nullable && { nullable }), ...first }
}

const isNull = (schema: JsonObject): boolean =>
  schema.type === 'null' || choices(schema)?.every((choice) => choice === null) === true

function described(schema: JsonObject): GeminiSchema {
  const own = keywords(schema)
  const dropped = Object.entries(schema).filter(([keyword]) => !(keyword in (own ?? {})))
  const notes =
    own === undefined
      ? [`JSON text: ${describeSchema(schema)}`]
      : describeConstraints(Object.fromEntries(dropped))
  if (schema.default !== undefined) notes.push(`default ${stringifyJson(schema.default)}`)
  const note = notes.length > 0 && `(${notes.join('; ')})`
  const description = [schema.description, note].filter(Boolean).join(' ')
  return { ...(own ?? { type: 'STRING' }), ...(description && { description }) }
}

/**
 * `undefined` for types that Gemini cannot express: a list of anything, an object with any members.
 * They are described as JSON text, which the gateway parses.
 */
function keywords(schema: JsonObject): GeminiSchema | undefined {
  switch (typeOf(schema)) {
    case 'boolean':
      return { type: 'BOOLEAN' }
    case 'integer':
      return { type: 'INTEGER', ...pick(schema, ['minimum', 'maximum']) }
    case 'number':
      return { type: 'NUMBER', ...pick(schema, ['minimum', 'maximum']) }
    case 'array':
      return arrayKeywords(schema)
    case 'object':
      return objectKeywords(schema)
    default:
      return { type: 'STRING', ...textKeywords(schema) }
  }
}

function typeOf(schema: JsonObject): Json | undefined {
  if (schema.type !== undefined) return schema.type
  if (isSchema(schema.properties)) return 'object'
  return typeof choices(schema)?.find((choice) => choice !== null)
}

function textKeywords(schema: JsonObject): GeminiSchema {
  const options = choices(schema)?.filter((choice) => choice !== null)
  if (options?.every((option) => typeof option === 'string' && option !== '')) {
    return { format: 'enum', enum: texts(options) }
  }
  return {
    ...(schema.format === 'date-time' && { format: 'date-time' }),
    ...pick(schema, ['pattern']),
    ...counts(schema, ['minLength', 'maxLength']),
  }
}

function arrayKeywords(schema: JsonObject): GeminiSchema | undefined {
  const { items } = schema
  if (!isSchema(items) || Object.keys(items).length === 0) return undefined
  // Without maxItems: Gemini rejects a request whose limits add up to about a thousand.
  return { type: 'ARRAY', items: geminiSchema(items), ...counts(schema, ['minItems']) }
}

function objectKeywords(schema: JsonObject): GeminiSchema | undefined {
  const known = Object.entries(members(schema))
  if (known.length === 0) return undefined
  const required = texts(schema.required).filter((key) => Object.hasOwn(members(schema), key))
  return {
    type: 'OBJECT',
    properties: Object.fromEntries(known.map(([key, member]) => [key, geminiSchema(member)])),
    ...(required.length > 0 && { required }),
    ...counts(schema, ['minProperties', 'maxProperties']),
  }
}

const choices = (schema: JsonObject): Json[] | undefined =>
  Array.isArray(schema.enum) ? schema.enum : undefined

const pick = (schema: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => names.includes(keyword)))

/** Gemini's counts are 64-bit integers, which its JSON writes as text. */
const counts = (schema: JsonObject, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pick(schema, names)).map(([key, count]) => [key, String(count)]),
  )
