import { isObject } from '@quartermaster/toolkit'
import type { Schema } from '../manifest/parameter-schema.ts'

// Keywords that do not restrict values.
const ANNOTATIONS = new Set(
  'example xml externalDocs discriminator readOnly writeOnly $schema $comment $id contentMediaType contentEncoding'.split(
    ' ',
  ),
)

/** Converts an OpenAPI 3.0 or 3.1 schema to plain JSON Schema for requests. */
export function plainSchema(schema: unknown): Schema {
  if (!isObject(schema)) return {}
  const entries = Object.entries(schema).filter(
    ([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'),
  )
  const plain: Schema = Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, below(keyword, value)]),
  )
  for (const [flag, limit] of LIMITS) {
    // In OpenAPI 3.0 these are boolean flags that modify the limit.
    if (plain[flag] === true) {
      plain[flag] = plain[limit]
      delete plain[limit]
    } else if (plain[flag] === false) delete plain[flag]
  }
  if (Array.isArray(plain.required)) {
    const known = isObject(plain.properties) ? plain.properties : {}
    plain.required = plain.required.filter((name) => Object.hasOwn(known, String(name)))
  }
  return plain
}

const LIMITS = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const

function below(keyword: string, value: unknown): unknown {
  if (keyword === 'properties' && isObject(value)) {
    const writable = Object.entries(value).filter(
      ([, member]) => !(isObject(member) && member.readOnly === true),
    )
    return Object.fromEntries(writable.map(([name, member]) => [name, plainSchema(member)]))
  }
  if (['items', 'additionalProperties'].includes(keyword)) {
    return isObject(value) ? plainSchema(value) : value
  }
  const isList = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword)
  return isList && Array.isArray(value) ? value.map(plainSchema) : value
}
