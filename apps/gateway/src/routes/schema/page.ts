import type { ListRequest } from '@quartermaster/toolkit'
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

const page = <Name extends string>(name: Name, entry: TSchema) => ({
  [name]: Type.Array(entry, { description: 'The entries of this page.' }),
  next_cursor: Type.Union([Type.String(), Type.Null()], {
    description: 'Pass it as `cursor` to get the next page; null on the last page.',
  }),
})

/** The response of every list: the entries under their plural, and the cursor of the next page. */
export const PageOf = <Name extends string>(name: Name, entry: TSchema) =>
  Type.Object(page(name, entry), { description: 'One page of the list.' })

/** Like `PageOf`, for a list that can be counted. */
export const ListOf = <Name extends string>(name: Name, entry: TSchema) =>
  Type.Object(
    {
      ...page(name, entry),
      total: Type.Optional(
        Type.Integer({ description: 'Number of entries on all pages, if `count` was given.' }),
      ),
    },
    { description: 'One page of the list.' },
  )

/** The names of a list's sort orders. */
export const namesOf = <Name extends string>(orders: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(orders) as Name[]

/** The query parameters of a list that can be searched, sorted and counted. */
export const ListQuery = <Name extends string>(orders: readonly Name[], searched: string) => ({
  ...PageQuery,
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description: `Only entries that contain this text in ${searched}, in any case.`,
    }),
  ),
  sort_by: Type.Optional(
    Type.Union(
      orders.map((name) => Type.Literal(name)),
      { description: 'What to sort by.' },
    ),
  ),
  descending: Type.Boolean({ default: false, description: 'Whether to sort in reverse.' }),
  count: Type.Boolean({ default: false, description: 'Whether to include `total`.' }),
})

/** The parameters of `ListQuery` in the form that queries take; other parameters are unchanged. */
export const listRequest = <Query extends { sort_by?: string; count: boolean }>({
  sort_by,
  count: _,
  ...query
}: Query): Omit<Query, 'sort_by' | 'count'> & Pick<ListRequest, 'sortBy'> => ({
  ...query,
  ...(sort_by !== undefined && { sortBy: sort_by }),
})

/** `total`, if the caller asked for it. */
export const totalOf = async (
  { count }: { count: boolean },
  countAll: () => Promise<number>,
): Promise<{ total?: number }> => (count ? { total: await countAll() } : {})
