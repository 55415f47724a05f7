const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
  boolean: [],
  null: [],
}
const FORMATS = [
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]

// biome-ignore lint/suspicious/noExplicitAny: any JSON Schema.
type Schema = any

/** Every reason for which OpenAI's strict mode would reject a schema. */
export function strictFaults(schema: Schema, path = 'parameters'): string[] {
  const { type, anyOf, enum: choices, description: _, ...rest } = schema
  const fault = (isFault: boolean, message: string) => (isFault ? [`${path}: ${message}`] : [])
  if (anyOf !== undefined) {
    return [
      ...fault(path === 'parameters', 'anyOf at the top level'),
      ...fault(type !== undefined || Object.keys(rest).length > 0, 'anyOf is not alone'),
      ...anyOf.flatMap((branch: Schema, index: number) => strictFaults(branch, `${path}|${index}`)),
    ]
  }
  const types: string[] = [type].flat()
  const allowed = types.flatMap((name) => KEYWORDS[name] ?? [])
  const properties = Object.entries(schema.properties ?? {})
  const isObject = types.includes('object')
  return [
    ...fault(
      types.some((name) => !Object.hasOwn(KEYWORDS, String(name))),
      `type ${type}`,
    ),
    ...Object.keys(rest).flatMap((key) => fault(!allowed.includes(key), `keyword ${key}`)),
    ...fault(schema.format !== undefined && !FORMATS.includes(schema.format), schema.format),
    ...fault(types.includes('array') && schema.items === undefined, 'no items'),
    ...fault(isObject && schema.additionalProperties !== false, 'open object'),
    ...fault(
      isObject && properties.some(([key]) => !schema.required?.includes(key)),
      'optional property',
    ),
    ...fault(
      choices !== undefined && types.includes('null') !== choices.includes(null),
      'null in type or enum only',
    ),
    ...properties.flatMap(([key, member]) => strictFaults(member, `${path}.${key}`)),
    ...(schema.items === undefined ? [] : strictFaults(schema.items, `${path}[]`)),
  ]
}
