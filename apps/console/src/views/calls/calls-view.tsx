import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { agentNamesQuery } from '../../api/access.ts'
import { callsQuery } from '../../api/calls.ts'
import { useMay, useSession } from '../../api/session.ts'
import { FilterBar } from '../../ui/filters.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { EmptyState, NextStep } from '../../ui/states.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useOpen } from '../../ui/use-open.ts'
import { useSorting } from '../../ui/use-sorting.ts'
import { CALL_COLUMNS } from './call-columns.tsx'
import { CallDetail } from './call-detail.tsx'
import { PERIODS, sinceOf } from './periods.ts'

const FILTERS = ['outcome', 'tool', 'agent', 'code', 'period', 'search', 'request_id'] as const

const OUTCOMES = [
  { value: 'ok', label: 'Succeeded' },
  { value: 'error', label: 'Failed' },
]

/** The tool-call log, newest first; a call opens in a panel. */
export function CallsView() {
  const open = useOpen()
  const { id } = useParams({ strict: false }) as { id?: string }
  const filters = useFilters(FILTERS)
  const { period, ...wanted } = filters.values
  const sorting = useSorting()
  const query = callsQuery({ ...wanted, ...sorting.order, since: sinceOf(period) })
  const list = useInfiniteQuery(query)
  const calls = list.data?.pages.flatMap((page) => page.calls) ?? []
  const empty = filters.isFiltered ? (
    <EmptyState
      title="No calls match"
      action={
        <button type="button" className="button" onClick={() => void filters.clear()}>
          Show all calls
        </button>
      }
    >
      New calls that match appear here by themselves.
    </EmptyState>
  ) : (
    <EmptyState title="No calls yet" action={<NextStep to="/connect">Set up a host</NextStep>}>
      Every call of a tool appears here, refused ones too. Connect an agent, or call a tool
      yourself.
    </EmptyState>
  )
  return (
    <Page title="Calls" lead="Every tool call, newest first. New ones appear by themselves.">
      <CallFilters />
      <PagedTable
        label="Calls"
        list={list}
        queryKey={query.queryKey}
        columns={CALL_COLUMNS}
        rows={calls}
        rowId={(call) => call.id}
        selectedId={id}
        sorting={sorting}
        onOpen={(call) => open(`/calls/${call.id}`)}
        empty={empty}
      />
      <p className="table-foot" role="status">
        {calls.length > 0 &&
          `${formatNumber(calls.length)} calls shown${list.hasNextPage ? ', more below' : ''}`}
      </p>
      {id !== undefined && <CallDetail id={id} onClose={() => open('/calls')} />}
    </Page>
  )
}

function CallFilters() {
  const filters = useFilters(FILTERS)
  const { tools, workspace } = useSession()
  const mayListAgents = useMay()('list_agents')
  const { data: agents = [] } = useQuery({ ...agentNamesQuery(workspace), enabled: mayListAgents })
  return (
    <FilterBar
      filters={filters}
      fields={[
        { name: 'search', label: 'Search calls' },
        { name: 'outcome', label: 'Outcome', all: 'All outcomes', options: OUTCOMES },
        { name: 'period', label: 'Period', all: 'Any time', options: PERIODS },
        { name: 'tool', label: 'Tool', suggestions: tools },
        ...(mayListAgents ? [{ name: 'agent', label: 'Agent', suggestions: agents } as const] : []),
        { name: 'code', label: 'Error code' },
        ...(filters.values.request_id === undefined
          ? []
          : [{ name: 'request_id', label: 'Request id' } as const]),
      ]}
    />
  )
}
