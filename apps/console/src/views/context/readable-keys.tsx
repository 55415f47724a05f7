import { useQuery } from '@tanstack/react-query'
import { agentNamesQuery } from '../../api/access.ts'
import { type ReadableKey, readableQuery } from '../../api/context.ts'
import { useSession } from '../../api/session.ts'
import { type Column, Cut, DataTable } from '../../ui/data-table.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { formatSeconds } from './describe-readers.ts'

const COLUMNS: readonly Column<ReadableKey>[] = [
  {
    id: 'key',
    header: 'Key',
    width: 'minmax(220px, 2fr)',
    cell: ({ key }) => <Cut title={key}>{key}</Cut>,
  },
  {
    id: 'source',
    header: 'Readable because of',
    width: 'minmax(160px, 1fr)',
    cell: ({ source }) => <Cut>{source}</Cut>,
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
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
  {
    id: 'ttl',
    header: 'Time left',
    width: '100px',
    cell: ({ ttl_remaining }) => formatSeconds(ttl_remaining),
  },
]

const FILTERS = ['agent'] as const

type Props = { pattern: string | undefined; onOpen: (key: string) => void }

/** The keys that one agent can read: for the operator any agent, otherwise the signed-in one. */
export function ReadableKeys({ pattern, onOpen }: Props) {
  const { is_root, workspace } = useSession()
  const { filters, setFilter } = useFilters(FILTERS)
  const { data: agents = [] } = useQuery({ ...agentNamesQuery(workspace), enabled: is_root })
  const agent = is_root ? (filters.agent ?? agents[0]) : undefined
  const list = useQuery({
    ...readableQuery(agent, pattern),
    enabled: !is_root || agent !== undefined,
  })
  const content = () => {
    if (is_root && agent === undefined) {
      return <EmptyState title="No agents yet">Create one in the view Agents.</EmptyState>
    }
    if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    if (list.data === undefined) return <Loading />
    if (list.data.length === 0) return <EmptyState title="No readable keys" />
    return (
      <DataTable
        label="Readable keys"
        columns={COLUMNS}
        rows={list.data}
        rowId={({ key }) => key}
        onOpen={({ key }) => onOpen(key)}
      />
    )
  }
  return (
    <>
      {is_root && agents.length > 0 && (
        <div className="filters">
          <SelectFilter
            label="Agent"
            all={agents[0] ?? ''}
            options={agents.slice(1).map((name) => ({ value: name, label: name }))}
            value={filters.agent}
            onChange={(value) => void setFilter('agent', value)}
          />
        </div>
      )}
      {content()}
    </>
  )
}
