import type { TSchema } from '@sinclair/typebox'
import { isUntyped, lifetimeUnit } from '../schema/annotations.ts'
import { FORMATS } from '../schema/formats.ts'
import type { Schema } from '../schema/read-result.ts'
import { readValue } from '../schema/read-value.ts'
import type { Example } from '../tool/tool.ts'
import { DEFAULT_LIFETIME_SECONDS } from './lifetime.ts'

/** A valid value of a parameter, from the tool's examples or else from the schema. */
export function exampleOf(
  name: string,
  schema: TSchema,
  examples: readonly Example[] = [],
): unknown {
  const unit = (schema as Schema)[lifetimeUnit]
  const candidates = [
    // Following the example must not make a value expire sooner than by default.
    unit === undefined ? undefined : DEFAULT_LIFETIME_SECONDS / unit,
    ...examples.map(({ input }) => (Object.hasOwn(input, name) ? input[name] : undefined)),
    fromSchema(schema),
  ]
  return candidates.find((value) => value !== undefined && isValid(schema, value))
}

const isValid = (schema: TSchema, value: unknown): boolean =>
  readValue(schema, value).problems.length === 0

const MAX_DEPTH = 4

function fromSchema(schema: TSchema, depth = 0): unknown {
  const given = [schema.examples?.[0], schema.default, schema.const, schema.enum?.[0]]
  const value = given.find((candidate) => candidate !== undefined && candidate !== null)
  if (value !== undefined) return value
  if (depth > MAX_DEPTH) return undefined
  const branches: TSchema[] = schema.anyOf ?? schema.oneOf ?? []
  const branch = branches.find(({ type }) => type !== 'null')
  if (branch !== undefined) return fromSchema(branch, depth)
  if (isUntyped(schema)) return 'text'
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'string':
      return FORMATS.get(schema.format)?.example ?? described(schema) ?? 'text'
    case 'integer':
    case 'number':
      return exampleNumber(schema)
    case 'boolean':
      return true
    case 'array':
      return [fromSchema(schema.items ?? {}, depth + 1)].filter((item) => item !== undefined)
    case 'object':
      return exampleObject(schema, depth)
    default:
      return undefined
  }
}

/** The value that a description names: "A time zone such as America/New_York". */
function described({ description, ...schema }: TSchema): string | undefined {
  const text = /(?:such as|for example|e\.g\.),? ['"`]?([^\s'"`,;)]+)/i.exec(description ?? '')?.[1]
  const value = text?.replace(/\.$/, '')
  return value !== undefined && isValid(schema, value) ? value : undefined
}

function exampleNumber({ minimum, exclusiveMinimum, maximum, multipleOf = 1 }: TSchema): number {
  if (minimum > 0) return minimum
  if (exclusiveMinimum !== undefined) return exclusiveMinimum + multipleOf
  return maximum < 1 ? maximum : multipleOf
}

function exampleObject(schema: TSchema, depth: number): unknown {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
  const required = properties.filter(([key]) => schema.required?.includes(key))
  const members = (required.length > 0 ? required : properties.slice(0, 1)).map(
    ([key, member]) => [key, fromSchema(member, depth + 1)] as const,
  )
  return Object.fromEntries(members)
}
