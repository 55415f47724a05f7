import { alternatives, members } from './alternatives.ts'
import { describeSchema } from './describe-constraints.ts'
import { isSchema, type JsonObject } from './json-schema.ts'

/**
 * A property for Subconscious, whose format requires one `type` and a `description` of every
 * property, every item and every member. A value of several types is asked for as the first of
 * them; the gateway converts text to the others.
 */
export function propertySchema(schema: JsonObject, name: string): JsonObject {
  const branches = alternatives(schema)
  const [first = {}, ...others] = branches.filter(({ type }) => type !== 'null')
  const isNullable = branches.some(({ type }) => type === 'null')
  const type = others.every((branch) => typeOf(branch) === typeOf(first)) ? typeOf(first) : 'string'
  const keywords = others.length === 0 ? first : { description: first.description }
  const { description, enum: choices, items, properties, ...rest } = keywords as JsonObject
  const isTextEnum = Array.isArray(choices) && choices.every((item) => typeof item === 'string')
  const notes = [
    ...(others.length > 0 ? [describeSchema({ anyOf: branches })] : []),
    ...(others.length === 0 && first.type === undefined ? ['any JSON value, as JSON text'] : []),
    ...(Array.isArray(choices) && !isTextEnum ? [describeSchema({ type, enum: choices })] : []),
    ...(others.length === 0 && isNullable ? ['may be null'] : []),
  ]
  const note = notes.length > 0 && `(${notes.join('; ')})`
  return {
    ...rest,
    type,
    description: [schema.description ?? description ?? title(name), note].filter(Boolean).join(' '),
    ...(isTextEnum && { enum: choices }),
    ...(isSchema(items) && { items: propertySchema(items, `an item of ${name}`) }),
    ...(isSchema(properties) && { properties: propertySchemas(members(first)) }),
  }
}

export const propertySchemas = (
  properties: Readonly<Record<string, JsonObject>>,
): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(properties).map(([key, member]) => [key, propertySchema(member, key)]),
  )

function typeOf(schema: JsonObject): string {
  if (typeof schema.type === 'string') return schema.type
  if (isSchema(schema.properties)) return 'object'
  const choice = Array.isArray(schema.enum) ? schema.enum[0] : undefined
  return choice === undefined || choice === null ? 'string' : typeof choice
}

/** `match_value` becomes "Match value." */
function title(name: string): string {
  const words = name.replaceAll(/[_.-]+/g, ' ').trim() || 'value'
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
