import type { Schema, Type } from '@google/genai'

/** The vendor's type in JSON, where an enum value is a text. */
export type OnTheWire<T> = T extends string
  ? `${T}`
  : T extends object
    ? { [Key in keyof T]: OnTheWire<T[Key]> }
    : T

// Complete by its type: a keyword that comes or goes with a new version is an error here.
const KEYWORDS: Record<keyof Schema, readonly `${Type}`[] | 'all'> = {
  type: 'all',
  description: 'all',
  title: 'all',
  default: 'all',
  example: 'all',
  nullable: 'all',
  anyOf: 'all',
  format: ['STRING', 'NUMBER', 'INTEGER'],
  enum: ['STRING'],
  pattern: ['STRING'],
  minLength: ['STRING'],
  maxLength: ['STRING'],
  minimum: ['NUMBER', 'INTEGER'],
  maximum: ['NUMBER', 'INTEGER'],
  items: ['ARRAY'],
  minItems: ['ARRAY'],
  maxItems: ['ARRAY'],
  properties: ['OBJECT'],
  propertyOrdering: ['OBJECT'],
  required: ['OBJECT'],
  minProperties: ['OBJECT'],
  maxProperties: ['OBJECT'],
}

const FORMATS = ['enum', 'date-time', 'float', 'double', 'int32', 'int64']

/** Every reason for which the Gemini API would reject a schema. */
export function geminiFaults(schema: OnTheWire<Schema>, path = 'parameters'): string[] {
  const { type = 'TYPE_UNSPECIFIED', format, anyOf, items, required = [] } = schema
  const properties = Object.entries(schema.properties ?? {})
  const fault = (isFault: boolean, message: string) => (isFault ? [`${path}: ${message}`] : [])
  const below = [
    ...properties.flatMap(([key, member]) => geminiFaults(member, `${path}.${key}`)),
    ...(items === undefined ? [] : geminiFaults(items, `${path}[]`)),
    ...(anyOf ?? []).flatMap((branch, index) => geminiFaults(branch, `${path}|${index}`)),
  ]
  if (anyOf !== undefined) {
    return [...fault(Object.keys(schema).length > 1, 'anyOf is not alone'), ...below]
  }
  return [
    ...Object.keys(schema).flatMap((keyword) => {
      const types = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword as keyof Schema] : []
      return fault(types !== 'all' && !types.includes(type), `${keyword} is not for ${type}`)
    }),
    ...fault(type === 'TYPE_UNSPECIFIED', 'no type'),
    ...fault(format !== undefined && !FORMATS.includes(format), `format ${format}`),
    ...fault((format === 'enum') !== (schema.enum !== undefined), 'enum without its format'),
    ...fault(schema.enum?.length === 0, 'empty enum'),
    ...fault(schema.enum?.some((word) => typeof word !== 'string' || word === '') === true, 'word'),
    ...fault(type === 'ARRAY' && items === undefined, 'no items'),
    ...fault(type === 'OBJECT' && properties.length === 0, 'no properties'),
    ...fault(!required.every((key) => Object.hasOwn(schema.properties ?? {}, key)), 'required'),
    ...below,
  ]
}
