import { useQuery } from '@tanstack/react-query'
import { agentNamesQuery } from '../../api/access.ts'
import { type ReadableKey, readableQuery } from '../../api/context.ts'
import { useSession } from '../../api/session.ts'
import { type Column, Cut, DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { EmptyState, ErrorState, Loading, NextStep } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { describeSource } from './describe-readers.ts'
import { KEY_COLUMN, TIME_LEFT_COLUMN, WRITER_COLUMN } from './key-columns.tsx'

const COLUMNS: readonly Column<ReadableKey>[] = [
  KEY_COLUMN,
  {
    id: 'source',
    header: 'Readable because of',
    width: 'minmax(160px, 1fr)',
    cell: ({ source }) => <Cut>{describeSource(source)}</Cut>,
  },
  WRITER_COLUMN,
  {
    id: 'written',
    header: 'Written',
    width: '100px',
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
  TIME_LEFT_COLUMN,
]

const FILTERS = ['agent'] as const

type Props = { pattern: string | undefined; onOpen: (key: string) => void }

/** The keys that one agent can read: for the operator any agent, otherwise the signed-in one. */
export function ReadableKeys({ pattern, onOpen }: Props) {
  const { is_root, workspace } = useSession()
  const filters = useFilters(FILTERS)
  const { data: agents = [] } = useQuery({ ...agentNamesQuery(workspace), enabled: is_root })
  const agent = is_root ? (filters.values.agent ?? agents[0]) : undefined
  const list = useQuery({
    ...readableQuery(agent, pattern),
    enabled: !is_root || agent !== undefined,
  })
  const content = () => {
    if (is_root && agent === undefined) {
      return (
        <EmptyState
          title="No agents yet"
          action={<NextStep to="/agents">Create an agent</NextStep>}
        >
          An agent can read what is pushed to everyone, to its topics, or to its name.
        </EmptyState>
      )
    }
    if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    if (list.data === undefined) return <Loading />
    if (list.data.length === 0) {
      return (
        <EmptyState title="No readable keys">
          Keys appear here when push_context sends them to everyone, to a topic of this agent, or to
          its name.
        </EmptyState>
      )
    }
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
        <FilterBar
          filters={filters}
          fields={[
            {
              name: 'agent',
              label: 'Agent',
              all: agents[0] ?? '',
              options: agents.slice(1).map((name) => ({ value: name, label: name })),
            },
          ]}
        />
      )}
      {content()}
    </>
  )
}
