import { alternatives, members, texts } from './alternatives.ts'
import { describeConstraints, describeSchema } from './describe-constraints.ts'
import { isSchema, type Json, type JsonObject } from './json-schema.ts'
import type { ModelSchema } from './model-schema.ts'

// The keywords that OpenAI's strict mode accepts, by type. It rejects a schema with any other.
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format', 'enum'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'enum'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'enum'],
  boolean: ['enum'],
  array: ['minItems', 'maxItems'],
  object: [],
}

const FORMATS = ['date-time', 'time', 'date', 'email', 'uuid']

/**
 * A schema for OpenAI's strict mode: every object is closed, and every property is required. An
 * optional property is nullable instead; the gateway reads its null as absent. Constraints without
 * a strict keyword go into the description, and the gateway checks them.
 *
 * `undefined` if null and absent mean different things for a parameter: then strict mode would
 * make the model send a null that changes data.
 */
export function strictSchema(schema: ModelSchema): ModelSchema | undefined {
  if (schema.additionalProperties !== false || hasOptionalNull(schema)) return undefined
  const { properties, required } = strictObject(schema)
  return { type: 'object', properties, required, additionalProperties: false }
}

function strictObject(schema: JsonObject) {
  const required = texts(schema.required)
  const properties = Object.entries(members(schema)).map(([key, member]) => [
    key,
    strictPart(member, !required.includes(key)),
  ])
  return {
    properties: Object.fromEntries(properties) as Record<string, JsonObject>,
    required: Object.keys(members(schema)),
    additionalProperties: false,
  }
}

function strictPart(schema: JsonObject, isOptional: boolean): JsonObject {
  const branches = alternatives(schema)
  const isNullable = isOptional || branches.some(acceptsNull)
  const parts = branches.filter((branch) => branch.type !== 'null').map(strictBranch)
  const [first = jsonText({})] = parts
  if (parts.length > 1) {
    return { anyOf: [...parts, ...(isNullable ? [{ type: 'null' }] : [])] }
  }
  if (!isNullable) return first
  const nullable = { ...first, type: [first.type ?? 'string', 'null'] }
  return Array.isArray(first.enum) ? { ...nullable, enum: [...first.enum, null] } : nullable
}

function strictBranch(schema: JsonObject): JsonObject {
  const type = typeOf(schema)
  const isOpenObject =
    type === 'object' && (Object.keys(members(schema)).length === 0 || hasOptionalNull(schema))
  const isOpenList = type === 'array' && (!isSchema(schema.items) || isEmpty(schema.items))
  if (type === undefined || isOpenObject || isOpenList) return jsonText(schema)

  const kept = Object.entries(schema).filter(([keyword, value]) => {
    if (keyword === 'format' && !FORMATS.includes(String(value))) return false
    return KEYWORDS[type]?.includes(keyword)
  })
  const keywords = Object.fromEntries(kept)
  if (Array.isArray(keywords.enum)) keywords.enum = keywords.enum.filter((item) => item !== null)
  return {
    type,
    ...keywords,
    ...(type === 'array' && { items: strictPart(schema.items as JsonObject, false) }),
    ...(type === 'object' && strictObject(schema)),
    ...describe(schema, keywords),
  }
}

/** A part that strict mode cannot express. The gateway parses JSON text into the value. */
const jsonText = (schema: JsonObject): JsonObject => ({
  type: 'string',
  description: withNotes(schema, [`JSON text: ${describeSchema(schema)}`]),
})

function describe(schema: JsonObject, keywords: JsonObject): JsonObject {
  const dropped = Object.entries(schema).filter(([keyword]) => !(keyword in keywords))
  const description = withNotes(schema, describeConstraints(Object.fromEntries(dropped)))
  return description === '' ? {} : { description }
}

function withNotes(schema: JsonObject, constraints: readonly string[]): string {
  const notes = [
    ...constraints,
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
  const note = notes.length > 0 && `(${notes.join('; ')})`
  return [schema.description, note].filter(Boolean).join(' ')
}

function typeOf(schema: JsonObject): string | undefined {
  if (typeof schema.type === 'string') return schema.type
  if (isSchema(schema.properties)) return 'object'
  const choice = Array.isArray(schema.enum) ? schema.enum.find((item) => item !== null) : undefined
  return choice === undefined ? undefined : typeof choice
}

const isEmpty = (schema: JsonObject): boolean => Object.keys(schema).length === 0

const acceptsNull = (schema: JsonObject): boolean =>
  schema.type === 'null' || (Array.isArray(schema.enum) && schema.enum.includes(null))

/** Whether an optional member accepts null, so that null and absent are different values. */
function hasOptionalNull(schema: JsonObject): boolean {
  const required = texts(schema.required)
  return Object.entries(members(schema)).some(([key, member]: [string, Json]) => {
    return !required.includes(key) && isSchema(member) && alternatives(member).some(acceptsNull)
  })
}
