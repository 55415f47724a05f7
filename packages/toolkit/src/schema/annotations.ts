import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'

// Annotations are symbols, so that they never reach a descriptor or the OpenAPI document.

/** The value must have the schema's type: no text for a number or a boolean. */
export const strictType = Symbol('strictType')

/** Replaces the generated message for a value that does not fit. */
export const customMessage = Symbol('customMessage')

/** A text parameter that also accepts a number or a boolean, and keeps the text that was sent. */
export const acceptScalarAsText = Symbol('acceptScalarAsText')

/** The tool that lists the values of an id. Suggestions name it instead of an example id. */
export const listedBy = Symbol('listedBy')

/** A number that is a lifetime, with the seconds in its unit: 3600 for hours. 0 means forever. */
export const lifetimeUnit = Symbol('lifetimeUnit')

export type Annotations = {
  [strictType]?: true
  [customMessage]?: string
  [acceptScalarAsText]?: true
  [listedBy]?: string
  [lifetimeUnit]?: number
}

TypeRegistry.Set('JsonText', () => true)

/**
 * Any JSON value. Descriptors ask for text, because every vendor has a type for text; callers may send
 * the value itself.
 */
export const JsonText = (description: string) =>
  Type.Unsafe<unknown>({ [Kind]: 'JsonText', type: 'string', description })

export const isUntyped = (schema: TSchema): boolean => schema[Kind] === 'JsonText'

/** An object that rejects unknown members: the input of a tool. */
export const Input = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

/** Removes properties with a `default` from `required`. */
export function withDefaultsOptional<Schema extends TSchema>(schema: Schema): Schema {
  const { properties = {}, required } = schema
  if (!Array.isArray(required)) return schema
  const withoutDefault = required.filter((key: string) => properties[key]?.default === undefined)
  return { ...schema, required: withoutDefault }
}
