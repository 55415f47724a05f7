import { isObject } from '@quartermaster/toolkit'

type Schema = Record<string, unknown>

// Keywords that OpenAPI 3.0 does not know and that have no equivalent.
const UNKNOWN = new Set(['$schema', '$id', 'prefixItems', 'patternProperties', 'propertyNames'])

/** Converts a JSON Schema of OpenAPI 3.1 to OpenAPI 3.0. */
export function toSchema30(schema: Schema): Schema {
  const { type, const: constant, examples, ...rest } = schema
  const types = [type ?? []].flat().filter((name) => name !== 'null')
  const isNullable = [type ?? []].flat().includes('null')
  return {
    ...oneType(types),
    ...(isNullable && { nullable: true }),
    ...(constant !== undefined && { enum: [constant] }),
    ...(Array.isArray(examples) && examples.length > 0 && { example: examples[0] }),
    ...Object.fromEntries(
      Object.entries(withNullable(rest))
        .filter(([keyword]) => !UNKNOWN.has(keyword))
        .flatMap(([keyword, value]) => toKeywords30(keyword, value)),
    ),
  }
}

function oneType(types: unknown[]): Schema {
  if (types.length === 0) return {}
  return types.length === 1 ? { type: types[0] } : { anyOf: types.map((type) => ({ type })) }
}

/** `anyOf: [X, null]` is a nullable X in OpenAPI 3.0. */
function withNullable(schema: Schema): Schema {
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : []
  const others = branches.filter(({ type }) => type !== 'null')
  if (others.length === branches.length) return schema
  const { anyOf: _, ...rest } = schema
  const [first] = others
  if (others.length === 1 && first !== undefined) {
    return { ...toSchema30(first), ...rest, nullable: true }
  }
  return { ...rest, anyOf: others, nullable: true }
}

function toKeywords30(keyword: string, value: unknown): [string, unknown][] {
  switch (keyword) {
    case 'exclusiveMinimum':
      return typeof value === 'boolean'
        ? [[keyword, value]]
        : [
            ['minimum', value],
            [keyword, true],
          ]
    case 'exclusiveMaximum':
      return typeof value === 'boolean'
        ? [[keyword, value]]
        : [
            ['maximum', value],
            [keyword, true],
          ]
    case 'properties':
      return [[keyword, mapValues(value)]]
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return [[keyword, Array.isArray(value) ? value.filter(isObject).map(toSchema30) : value]]
    case 'items':
    case 'additionalProperties':
    case 'not':
      return [[keyword, isObject(value) ? toSchema30(value) : value]]
    default:
      return [[keyword, value]]
  }
}

const mapValues = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, member]) => [
          key,
          isObject(member) ? toSchema30(member) : member,
        ]),
      )
    : value
