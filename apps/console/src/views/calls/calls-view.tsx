import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { agentNamesQuery } from '../../api/access.ts'
import { callsQuery } from '../../api/calls.ts'
import { useMay, useSession } from '../../api/session.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { SelectFilter, TextFilter } from '../../ui/filters.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { CALL_COLUMNS } from './call-columns.tsx'
import { CallDetail } from './call-detail.tsx'
import { PERIODS, sinceOf } from './periods.ts'

const FILTERS = ['outcome', 'tool', 'agent', 'code', 'period'] as const

const OUTCOMES = [
  { value: 'ok', label: 'Succeeded' },
  { value: 'error', label: 'Failed' },
]

/** The tool-call log, newest first; a call opens beside the list. */
export function CallsView() {
  const navigate = useNavigate()
  const { id } = useParams({ strict: false }) as { id?: string }
  const { filters, isFiltered, clear } = useFilters(FILTERS)
  const { period, ...wanted } = filters
  const list = useInfiniteQuery(callsQuery({ ...wanted, since: sinceOf(period) }))
  const calls = list.data?.pages.flatMap((page) => page.calls) ?? []
  const open = (to: string) => navigate({ to, search: (old: object) => old } as never)
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  }
  const content = () => {
    if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    if (list.isPending) return <Loading />
    if (calls.length > 0) {
      return (
        <DataTable
          label="Calls"
          columns={CALL_COLUMNS}
          rows={calls}
          rowId={(call) => call.id}
          selectedId={id}
          onOpen={(call) => void open(`/calls/${call.id}`)}
          onEnd={loadMore}
        />
      )
    }
    return isFiltered ? (
      <EmptyState
        title="No calls match"
        action={
          <button type="button" className="button" onClick={() => void clear()}>
            Show all calls
          </button>
        }
      />
    ) : (
      <EmptyState title="No calls yet">
        Every call of a tool appears here, refused ones too. Connect an agent, or call a tool
        yourself.
      </EmptyState>
    )
  }
  return (
    <Page title="Calls" lead="Every tool call, newest first. New ones appear by themselves.">
      <CallFilters />
      {content()}
      <p className="table-foot" role="status">
        {calls.length > 0 &&
          `${formatNumber(calls.length)} calls shown${list.hasNextPage ? ', more below' : ''}`}
      </p>
      {id !== undefined && <CallDetail id={id} onClose={() => void open('/calls')} />}
    </Page>
  )
}

function CallFilters() {
  const { filters, setFilter, clear, isFiltered } = useFilters(FILTERS)
  const { tools, workspace } = useSession()
  const may = useMay()
  const { data: agents = [] } = useQuery({
    ...agentNamesQuery(workspace),
    enabled: may('list_agents'),
  })
  return (
    <search className="filters" aria-label="Filters">
      <SelectFilter
        label="Outcome"
        all="All outcomes"
        options={OUTCOMES}
        value={filters.outcome}
        onChange={(value) => void setFilter('outcome', value)}
      />
      <SelectFilter
        label="Period"
        all="Any time"
        options={PERIODS}
        value={filters.period}
        onChange={(value) => void setFilter('period', value)}
      />
      <TextFilter
        label="Tool"
        suggestions={tools}
        value={filters.tool}
        onChange={(value) => void setFilter('tool', value)}
      />
      {may('list_agents') && (
        <TextFilter
          label="Agent"
          suggestions={agents}
          value={filters.agent}
          onChange={(value) => void setFilter('agent', value)}
        />
      )}
      <TextFilter
        label="Error code"
        value={filters.code}
        onChange={(value) => void setFilter('code', value)}
      />
      {isFiltered && (
        <button type="button" className="button" data-kind="quiet" onClick={() => void clear()}>
          Clear
        </button>
      )}
    </search>
  )
}
