import type { QueryKey, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from './data-table.tsx'
import { ErrorState, Loading } from './states.tsx'
import { usePagesInView } from './use-pages-in-view.ts'

type Props<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'onEnd' | 'onView'> & {
  /** The query whose pages contain `rows`. */
  list: UseInfiniteQueryResult
  queryKey: QueryKey
  /** Shown in place of a table without rows. */
  empty: ReactNode
}

/** A list of the gateway, read page by page while its user scrolls. */
export function PagedTable<Row>({ list, queryKey, empty, ...table }: Props<Row>) {
  const onView = usePagesInView(queryKey)
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  }
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Loading />
  if (table.rows.length === 0) return empty
  return <DataTable {...table} onEnd={loadMore} onView={onView} />
}
