import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PathWith, send } from '../api/request.ts'
import type { Column } from './data-table.tsx'
import { Page } from './page.tsx'
import { PagedTable } from './paged-table.tsx'
import { useSorting } from './use-sorting.ts'

type Props<Row> = {
  title: string
  lead: string
  /** A list of the gateway, and the member of its answer that has the entries. */
  path: PathWith<'get'>
  name: string
  query?: Readonly<Record<string, string | undefined>>
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  onOpen?: (row: Row) => void
  empty: ReactNode
  filters?: ReactNode
  actions?: ReactNode
}

type ListAnswer<Row> = { readonly [name: string]: readonly Row[] } & {
  readonly next_cursor?: string | null
}

/** A view that is one list of the gateway, read page by page while its user scrolls. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, lead, path, name, query = {}, columns, rowId, onOpen, empty } = props
  const sorting = useSorting()
  const ordered = { ...query, ...sorting.order }
  const queryKey = [name, path, ordered]
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      send<ListAnswer<Row>>('get', path, {
        query: { ...ordered, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const rows = list.data?.pages.flatMap((page) => page[name] as unknown as Row[]) ?? []
  return (
    <Page title={title} lead={lead} actions={props.actions}>
      {props.filters}
      <PagedTable
        label={title}
        list={list}
        queryKey={queryKey}
        columns={columns}
        rows={rows}
        rowId={rowId}
        sorting={sorting}
        onOpen={onOpen}
        empty={empty}
      />
    </Page>
  )
}
