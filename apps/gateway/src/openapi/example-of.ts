export type JsonSchema = {
  type?: string | readonly string[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: readonly unknown[]
  minimum?: number
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
}

const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/(^|_)id$|_ids$/, '0190c6a1-7f3e-7b52-9d57-0242ac120002'],
  [/_at$|_for$|^next_run$|^since$/, '2026-03-01T09:00:00.000Z'],
  [/cursor/, 'WyJTYWxlcyJd'],
  [/^agent|_by$/, 'Sales'],
  [/workspace/, 'default'],
  [/filename/, 'invoice-0042.pdf'],
  [/mime/, 'application/pdf'],
  [/path/, '/v1/tools/push_context'],
  [/tool/, 'push_context'],
  [/column/, 'vendor'],
  [/token/, '7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f'],
]

/** An example value of a schema: its own example, else one made from its types and names. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const [given] = [schema.example, schema.examples?.[0], schema.const, schema.enum?.[0]].filter(
    (value) => value !== undefined,
  )
  if (given !== undefined) return given
  const [branch] = schema.anyOf ?? schema.oneOf ?? []
  if (branch !== undefined) return exampleOf(branch, name)
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name)))
  }
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, member]) => [
          key,
          exampleOf(member, key),
        ]),
      )
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, name)]
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return schema.default ?? true
    case 'null':
      return null
    case 'string':
      return textFor(schema, name)
    default:
      return {}
  }
}

function textFor({ format }: JsonSchema, name: string): string {
  if (format === 'date-time') return '2026-03-01T09:00:00.000Z'
  return TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'text'
}
