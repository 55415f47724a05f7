import { type Column, Cut } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'

type Table = { id: string; name: string; rows: number }

const COLUMNS: readonly Column<Table>[] = [
  {
    id: 'name',
    header: 'Table',
    width: 'minmax(180px, 2fr)',
    cell: ({ name }) => <Cut>{name}</Cut>,
  },
  {
    id: 'rows',
    header: 'Rows',
    width: '120px',
    align: 'end',
    cell: ({ rows }) => formatNumber(rows),
  },
]

export const ReviewView = () => (
  <ListPage
    title="Review"
    lead="Tables whose doubtful cells a person can check."
    path="/v1/tables"
    name="tables"
    columns={COLUMNS}
    rowId={(table: Table) => table.id}
    empty={<EmptyState title="Nothing to review">There are no tables yet.</EmptyState>}
  />
)
