import { type TProperties, Type } from '@sinclair/typebox'

const Content = Type.Array(
  Type.Object({
    type: Type.Literal('text', { description: 'Always text.' }),
    text: Type.String({ description: 'The text of the block.' }),
  }),
  { description: 'The result as one text block, for hosts that expect content.' },
)

const common = {
  success: Type.Literal(true, { description: 'Always true; errors have another shape.' }),
  message: Type.String({ description: 'The result in one sentence.' }),
}

/** The reply of tools that change something: a sentence for the model, and the same as data. */
export const Reply = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...common, ...properties, content: Content })

export function reply<Data extends object>(message: string, data: Data, text = message) {
  return { ...listReply(message, data), content: [{ type: 'text' as const, text }] }
}

/** The reply of tools that list something: it has no text block. */
export const ListReply = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...common, ...properties })

export const listReply = <Data extends object>(message: string, data: Data) => ({
  success: true as const,
  message,
  ...data,
})

export const UndoToken = Type.String({
  description: 'Pass it to undo_change to undo this call.',
})

export const DocumentIdReply = Type.String({ description: 'The id of the document.' })

export const RowVersion = Type.Integer({
  description: 'The version of the row; each change increments it.',
})

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Pass it as cursor to get the next page. Null on the last page.',
})
