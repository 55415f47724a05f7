import { type TProperties, Type } from '@sinclair/typebox'

const Content = Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String() }), {
  description: 'The same in one text block, for hosts that want content.',
})

const said = {
  success: Type.Literal(true),
  message: Type.String({ description: 'What happened, in one sentence.' }),
}

/** The envelope of this family: a sentence for the model, and the same as data. */
export const Reply = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...said, ...properties, content: Content })

export function reply<Data extends object>(message: string, data: Data, text = message) {
  return { ...listing(message, data), content: [{ type: 'text' as const, text }] }
}

/** The same for lists, which are nothing without their data. */
export const Listing = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...said, ...properties })

export const listing = <Data extends object>(message: string, data: Data) => ({
  success: true as const,
  message,
  ...data,
})

export const UndoToken = Type.String({
  description: 'Give it to undo_change to take this one call back.',
})
