import { type TSchema, Type } from '@sinclair/typebox'

/** How every list is asked for. */
export const PageQuery = {
  cursor: Type.Optional(Type.String({ description: 'The next_cursor of the page before.' })),
  limit: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 1000,
    description: 'Entries per page.',
  }),
}

/** How every list is answered: the entries under their plural, and where the next page begins. */
export const PageOf = <Name extends string>(name: Name, entry: TSchema) =>
  Type.Object(
    {
      [name]: Type.Array(entry),
      next_cursor: Type.Union([Type.String(), Type.Null()], {
        description: 'Null on the last page.',
      }),
    },
    { description: 'One page.' },
  )

export const Instant = (description: string) =>
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', description })
