import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'

// Symbols, so that nothing of ours reaches a vendor's descriptor or the OpenAPI document.

/** Marks a schema whose value must come in its own type: no text for a number or a boolean. */
export const strictType = Symbol('strictType')

/** The sentence for a value that does not fit, where the general one would not help. */
export const customMessage = Symbol('customMessage')

/** Marks a text that may come as a number or a boolean too: what was written is the text. */
export const acceptScalarAsText = Symbol('acceptScalarAsText')

export type Annotations = {
  [strictType]?: true
  [customMessage]?: string
  [acceptScalarAsText]?: true
}

TypeRegistry.Set('JsonText', () => true)

/**
 * Any JSON value. Models are told to send text, since every vendor has a type for it; a host
 * that sends the value itself is understood as well.
 */
export const JsonText = (description: string) =>
  Type.Unsafe<unknown>({ [Kind]: 'JsonText', type: 'string', description })

export const isUntyped = (schema: TSchema): boolean => schema[Kind] === 'JsonText'

/** An object that says no to what it does not name: the form of every tool's input. */
export const Input = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

/** What is filled in when it is missing is not required of anyone. */
export function withDefaultsOptional<Schema extends TSchema>(schema: Schema): Schema {
  const { properties = {}, required } = schema
  if (!Array.isArray(required)) return schema
  const needed = required.filter((key: string) => properties[key]?.default === undefined)
  return { ...schema, required: needed }
}
