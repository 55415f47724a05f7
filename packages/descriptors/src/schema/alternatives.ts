import { isSchema, type Json, type JsonObject, schemas } from './json-schema.ts'

/** Expands `anyOf`, `oneOf`, `allOf` and lists of types into schemas of which one must fit. */
export function alternatives(schema: JsonObject): JsonObject[] {
  const { allOf, const: only, ...rest } = schema
  if (only !== undefined) return alternatives({ ...rest, enum: [only] })
  const parts = schemas(allOf)
  if (parts.length > 0) return alternatives(parts.reduce(merge, rest))
  const { anyOf, oneOf, ...own } = rest
  if (Array.isArray(own.type)) {
    return own.type.flatMap((type) => alternatives({ ...rest, type }))
  }
  const branches = schemas(anyOf ?? oneOf)
  return branches.length === 0
    ? [own]
    : branches.flatMap((branch) => alternatives(merge(own, branch)))
}

function merge(one: JsonObject, other: JsonObject): JsonObject {
  const description = [one.description, other.description].filter(Boolean).join(' ')
  const properties = { ...members(one), ...members(other) }
  return {
    ...one,
    ...other,
    ...(description && { description }),
    ...(Object.keys(properties).length > 0 && {
      properties,
      required: [...texts(one.required), ...texts(other.required)],
    }),
  }
}

export const members = (schema: JsonObject): Record<string, JsonObject> =>
  (isSchema(schema.properties) ? schema.properties : {}) as Record<string, JsonObject>

export const texts = (list: Json | undefined): string[] =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
