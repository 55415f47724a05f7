import { type TSchema, Type } from '@sinclair/typebox'

/** The query parameters of every list. */
export const PageQuery = {
  cursor: Type.Optional(
    Type.String({
      description: 'The `next_cursor` of the previous page. Omit for the first page.',
    }),
  ),
  limit: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 1000,
    description: 'Maximum number of entries per page.',
  }),
}

/** The response of every list: the entries under their plural, and the cursor of the next page. */
export const PageOf = <Name extends string>(name: Name, entry: TSchema) =>
  Type.Object(
    {
      [name]: Type.Array(entry, { description: 'The entries of this page.' }),
      next_cursor: Type.Union([Type.String(), Type.Null()], {
        description: 'Pass it as `cursor` to get the next page; null on the last page.',
      }),
    },
    { description: 'One page of the list.' },
  )
