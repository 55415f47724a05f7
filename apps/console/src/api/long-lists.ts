import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'

const LONG = 10

/**
 * Whether a list has so many pages that reading all of them again would be too many requests. Of such a list only the
 * pages in view are read again.
 */
export const isLong = (query: { readonly state: { readonly data?: unknown } }): boolean =>
  pagesOf(query).length > LONG

type Page = object & { readonly next_cursor?: string | null }
type Pages = InfiniteData<Page, string | undefined>

export const pagesOf = ({ state }: { readonly state: { readonly data?: unknown } }) =>
  (state.data as Partial<Pages> | undefined)?.pages ?? []

/** Reads the queries of a resource again; of long lists, `usePagesInView` reads what is in view. */
export async function readAgain(client: QueryClient, resource: string): Promise<void> {
  const queryKey = [resource]
  await Promise.all([
    client.invalidateQueries({ queryKey, predicate: (query) => !isLong(query) }),
    client.invalidateQueries({ queryKey, predicate: isLong, refetchType: 'none' }),
  ])
}

export const findList = (client: QueryClient, queryKey: QueryKey) =>
  client.getQueryCache().find<Pages>({ queryKey, exact: true })

/**
 * Reads the pages from `first` to `last` again and puts them into the list. If the page behind them now begins
 * elsewhere, because rows were added or removed, the rest of the list is dropped; it is read when somebody scrolls there.
 * Returns whether the list was still the same when the pages had arrived.
 *
 * A query that reads its next page replaces the whole list by the pages it began with. So the pages are put into the list
 * only while the query reads nothing.
 */
export async function readPagesAgain(
  client: QueryClient,
  query: Query<Pages>,
  first: number,
  last: number,
): Promise<boolean> {
  await query.promise?.catch(() => undefined)
  const { data } = query.state
  const { queryFn } = query.options
  if (data === undefined || typeof queryFn !== 'function') return true
  const pages: Page[] = []
  const pageParams: (string | undefined)[] = []
  let cursor = data.pageParams[first]
  for (let at = first; at <= last; at++) {
    const page = (await queryFn({
      client,
      queryKey: query.queryKey,
      meta: undefined,
      signal: new AbortController().signal,
      pageParam: cursor,
      direction: 'forward',
    })) as unknown as Page
    pages.push(page)
    pageParams.push(cursor)
    cursor = page.next_cursor ?? undefined
    if (cursor === undefined) break
  }
  if (query.state.data !== data || query.state.fetchStatus !== 'idle') return false
  const isRestValid = pages.length > last - first && cursor === data.pageParams[last + 1]
  const join = <One>(all: readonly One[], read: readonly One[]): One[] => [
    ...all.slice(0, first),
    ...read,
    ...(isRestValid ? all.slice(last + 1) : []),
  ]
  client.setQueryData<Pages>(query.queryKey, {
    pages: join(data.pages, pages),
    pageParams: join(data.pageParams, pageParams),
  })
  return true
}
