import type { QueryClient } from '@tanstack/react-query'

const LONG = 10

/**
 * Whether a list has so many pages that reading it again would be as many requests. Such a list is read again
 * only when somebody asks for it.
 */
export const isLong = (query: { readonly state: { readonly data?: unknown } }): boolean =>
  pagesOf(query.state.data).length > LONG

const pagesOf = (data: unknown): readonly unknown[] =>
  (data as { pages?: readonly unknown[] } | undefined)?.pages ?? []

/** Reads the queries of a resource again, except for long lists. */
export const readAgain = (client: QueryClient, resource: string): Promise<void> =>
  client.invalidateQueries({ queryKey: [resource], predicate: (query) => !isLong(query) })

/** Begins long lists at their first page again. */
export const restartLongLists = (client: QueryClient): Promise<void> =>
  client.resetQueries({ predicate: isLong })
