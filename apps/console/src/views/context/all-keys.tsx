import { useInfiniteQuery } from '@tanstack/react-query'
import { type Item, itemsQuery } from '../../api/context.ts'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { formatBytes } from '../../ui/format.ts'
import { PagedTable } from '../../ui/paged-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useSorting } from '../../ui/use-sorting.ts'
import { describeReaders } from './describe-readers.ts'
import { KEY_COLUMN, TIME_LEFT_COLUMN, WRITER_COLUMN } from './key-columns.tsx'

const COLUMNS: readonly Column<Item>[] = [
  KEY_COLUMN,
  {
    id: 'readers',
    header: 'Readers',
    width: 'minmax(160px, 1.4fr)',
    cell: ({ readers }) => <Cut title={describeReaders(readers)}>{describeReaders(readers)}</Cut>,
  },
  WRITER_COLUMN,
  {
    id: 'written',
    header: 'Written',
    sortBy: 'written_at',
    width: '100px',
    cell: ({ written_at }) => <Time at={written_at} />,
  },
  TIME_LEFT_COLUMN,
  {
    id: 'version',
    header: 'Version',
    sortBy: 'version',
    width: '80px',
    align: 'end',
    cell: ({ version }) => version,
  },
  {
    id: 'size',
    header: 'Size',
    sortBy: 'bytes',
    width: '90px',
    align: 'end',
    cell: ({ bytes }) => formatBytes(bytes),
  },
]

type Props = { pattern: string | undefined; onOpen: (key: string) => void }

/** Every key of the workspace, also those that no agent can read. */
export function AllKeys({ pattern, onOpen }: Props) {
  const sorting = useSorting()
  const query = itemsQuery(pattern, sorting.order)
  const list = useInfiniteQuery(query)
  const items = list.data?.pages.flatMap((page) => page.context) ?? []
  return (
    <PagedTable
      label="Keys"
      list={list}
      queryKey={query.queryKey}
      columns={COLUMNS}
      rows={items}
      rowId={({ key }) => key}
      sorting={sorting}
      onOpen={({ key }) => onOpen(key)}
      empty={
        <EmptyState title={pattern === undefined ? 'No values yet' : 'No keys match'}>
          An agent stores a value with the tool push_context.
        </EmptyState>
      }
    />
  )
}
