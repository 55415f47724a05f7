import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GATEWAY_URL } from '../../api/gateway-url.ts'
import { useMay } from '../../api/session.ts'
import { type ListedTable, tablesQuery } from '../../api/tables.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, Cut, DataTable } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ForbiddenView } from '../../ui/not-permitted.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import './tables.css'

const COLUMNS: readonly Column<ListedTable>[] = [
  {
    id: 'name',
    header: 'Table',
    width: 'minmax(180px, 1.4fr)',
    cell: ({ name }) => <Cut>{name}</Cut>,
  },
  {
    id: 'stack',
    header: 'Stack',
    width: 'minmax(160px, 1.2fr)',
    cell: ({ stack }) => <Cut>{stack}</Cut>,
  },
  {
    id: 'columns',
    header: 'Columns',
    width: 'minmax(160px, 1.4fr)',
    cell: ({ columns }) =>
      columns.length === 0 ? (
        <span className="muted">none yet</span>
      ) : (
        <Cut>{columns.join(', ')}</Cut>
      ),
  },
  {
    id: 'rows',
    header: 'Documents with a row',
    width: '190px',
    cell: ({ rows, documents }) => (
      <>
        <progress max={Math.max(documents, 1)} value={rows} aria-hidden="true" />
        <span className="number cut">
          {formatNumber(rows)} of {formatNumber(documents)}
        </span>
      </>
    ),
  },
  {
    id: 'status',
    header: 'State',
    width: '120px',
    cell: ({ status }) =>
      status === 'completed' ? <Badge tone="good">completed</Badge> : <Badge>in progress</Badge>,
  },
  {
    id: 'created',
    header: 'Created',
    width: '110px',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

export function TablesView() {
  return useMay()('list_tables') ? (
    <TableList />
  ) : (
    <ForbiddenView title="Tables" what="tables" tool="read_rows" />
  )
}

function TableList() {
  const navigate = useNavigate()
  const { data: tables, error, refetch } = useQuery(tablesQuery)
  const content = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (tables === undefined) return <Loading />
    if (tables.length === 0) {
      return (
        <EmptyState
          title="No tables yet"
          action={
            <a className="button" href={`${GATEWAY_URL}/docs/`}>
              Open the API reference
            </a>
          }
        >
          A table belongs to a stack of documents. Create a stack with POST /v1/stacks and a table
          with POST /v1/stacks/ID/tables; agents then fill it.
        </EmptyState>
      )
    }
    return (
      <DataTable
        label="Tables"
        columns={COLUMNS}
        rows={tables}
        rowId={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `/tables/${id}` } as never)}
      />
    )
  }
  return (
    <Page title="Tables" lead="One row per document of a stack, filled by agents.">
      {content()}
    </Page>
  )
}
