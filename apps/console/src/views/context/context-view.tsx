import { Badge } from '../../ui/badge.tsx'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

type Item = {
  key: string
  bytes: number
  version: number
  written_by: string
  written_at: string
  readers: { everyone: boolean; topics: string[]; agents: string[] }
}

const readersOf = ({ readers }: Item): string =>
  readers.everyone ? 'everyone' : [...readers.topics, ...readers.agents].join(', ') || 'nobody'

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
    width: 'minmax(160px, 1fr)',
    cell: (item) => <Cut>{readersOf(item)}</Cut>,
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
    width: '110px',
    cell: ({ written_at }) => <Time at={written_at} />,
  },
  {
    id: 'version',
    header: 'Version',
    width: '90px',
    cell: ({ version }) => <Badge>{version}</Badge>,
  },
  {
    id: 'size',
    header: 'Size',
    width: '90px',
    align: 'end',
    cell: ({ bytes }) => formatBytes(bytes),
  },
]

export const ContextView = () => (
  <ListPage
    title="Context"
    lead="Values that agents share, and who can read them."
    path="/v1/context"
    name="context"
    columns={COLUMNS}
    rowId={(item: Item) => item.key}
    empty={
      <EmptyState title="No values yet">An agent stores one with the tool push_context.</EmptyState>
    }
  />
)
