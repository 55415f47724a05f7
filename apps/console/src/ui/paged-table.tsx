import { type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { isLong, restartLongLists } from '../api/long-lists.ts'
import { DataTable } from './data-table.tsx'
import { ErrorState, Loading } from './states.tsx'

type Props<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'onEnd'> & {
  /** The query whose pages contain `rows`. */
  list: UseInfiniteQueryResult
  /** Shown in place of a table without rows. */
  empty: ReactNode
}

/** A list of the gateway, read page by page while its user scrolls. */
export function PagedTable<Row>({ list, empty, ...table }: Props<Row>) {
  const client = useQueryClient()
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  }
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Loading />
  if (table.rows.length === 0) return empty
  return (
    <>
      <DataTable {...table} onEnd={loadMore} />
      {isLong({ state: { data: list.data } }) && (
        <p className="table-foot">
          A list of this length does not show changes by itself.{' '}
          <button type="button" className="link" onClick={() => void restartLongLists(client)}>
            Begin again
          </button>
        </p>
      )}
    </>
  )
}
