import { type Column, Cut } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

type Table = {
  id: string
  name: string
  stack: string
  columns: string[]
  documents: number
  rows: number
  created_at: string
}

const COLUMNS: readonly Column<Table>[] = [
  {
    id: 'name',
    header: 'Table',
    width: 'minmax(180px, 2fr)',
    cell: ({ name }) => <Cut>{name}</Cut>,
  },
  {
    id: 'stack',
    header: 'Stack',
    width: 'minmax(140px, 1fr)',
    cell: ({ stack }) => <Cut>{stack}</Cut>,
  },
  {
    id: 'columns',
    header: 'Columns',
    width: '90px',
    align: 'end',
    cell: ({ columns }) => formatNumber(columns.length),
  },
  {
    id: 'rows',
    header: 'Rows of documents',
    width: '170px',
    align: 'end',
    cell: ({ rows, documents }) => `${formatNumber(rows)} of ${formatNumber(documents)}`,
  },
  {
    id: 'created',
    header: 'Created',
    width: '110px',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

export const TablesView = () => (
  <ListPage
    title="Tables"
    lead="One row per document of a stack, filled by agents."
    path="/v1/tables"
    name="tables"
    columns={COLUMNS}
    rowId={(table: Table) => table.id}
    empty={
      <EmptyState title="No tables yet">
        Create a stack with POST /v1/stacks and a table with POST /v1/stacks/ID/tables.
      </EmptyState>
    }
  />
)
