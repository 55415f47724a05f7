import { useInfiniteQuery } from '@tanstack/react-query'
import { type Item, itemsQuery } from '../../api/context.ts'
import { type Column, Cut, DataTable } from '../../ui/data-table.tsx'
import { formatBytes } from '../../ui/format.ts'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { describeReaders, formatSeconds } from './describe-readers.ts'

const COLUMNS: readonly Column<Item>[] = [
  {
    id: 'key',
    header: 'Key',
    width: 'minmax(220px, 2fr)',
    cell: ({ key }) => <Cut title={key}>{key}</Cut>,
  },
  {
    id: 'readers',
    header: 'Readers',
    width: 'minmax(160px, 1.4fr)',
    cell: ({ readers }) => <Cut title={describeReaders(readers)}>{describeReaders(readers)}</Cut>,
  },
  {
    id: 'writer',
    header: 'Written by',
    width: 'minmax(120px, 1fr)',
    cell: ({ written_by }) => <Cut>{written_by}</Cut>,
  },
  {
    id: 'written',
    header: 'Written',
    width: '100px',
    cell: ({ written_at }) => <Time at={written_at} />,
  },
  {
    id: 'ttl',
    header: 'Time left',
    width: '100px',
    cell: ({ ttl_remaining }) => formatSeconds(ttl_remaining),
  },
  { id: 'version', header: 'Version', width: '80px', align: 'end', cell: ({ version }) => version },
  {
    id: 'size',
    header: 'Size',
    width: '90px',
    align: 'end',
    cell: ({ bytes }) => formatBytes(bytes),
  },
]

type Props = { pattern: string | undefined; onOpen: (key: string) => void }

/** Every key of the workspace, also those that no agent can read. */
export function AllKeys({ pattern, onOpen }: Props) {
  const list = useInfiniteQuery(itemsQuery(pattern))
  const items = list.data?.pages.flatMap((page) => page.context) ?? []
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  }
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Loading />
  if (items.length === 0) {
    return (
      <EmptyState title={pattern === undefined ? 'No values yet' : 'No keys match'}>
        An agent stores a value with the tool push_context.
      </EmptyState>
    )
  }
  return (
    <DataTable
      label="Keys"
      columns={COLUMNS}
      rows={items}
      rowId={({ key }) => key}
      onOpen={({ key }) => onOpen(key)}
      onEnd={loadMore}
    />
  )
}
