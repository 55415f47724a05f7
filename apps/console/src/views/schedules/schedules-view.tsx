import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { readAgain } from '../../api/long-lists.ts'
import { api } from '../../api/request.ts'
import { pauseQuery, schedulesQuery } from '../../api/schedules.ts'
import { useMay, useMayCall } from '../../api/session.ts'
import { FilterBar } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ForbiddenView } from '../../ui/not-permitted.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { useFilters } from '../../ui/use-filters.ts'
import { useOpen } from '../../ui/use-open.ts'
import { useSorting } from '../../ui/use-sorting.ts'
import { Calendar } from './calendar.tsx'
import { NewSchedule } from './new-schedule.tsx'
import { Outage } from './outage.tsx'
import { SCHEDULE_COLUMNS } from './schedule-columns.tsx'
import { ScheduleDetail } from './schedule-detail.tsx'
import './schedules.css'

const FILTERS = ['agent_id', 'include_ended', 'show'] as const

const SHOWN = [
  { value: 'list', label: 'List' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'outage', label: 'Outage' },
]

/** Scheduled prompts as a list, as a calendar, and as they would go after an outage. */
export function SchedulesView() {
  return useMay()('list_schedules') ? (
    <Schedules />
  ) : (
    <ForbiddenView title="Schedules" what="schedules" tool="promptyoself_list" />
  )
}

function Schedules() {
  const open = useOpen()
  const { id } = useParams({ strict: false }) as { id?: string }
  const { values, setFilter } = useFilters(FILTERS)
  const { show = 'list' } = values
  return (
    <Page
      title="Schedules"
      lead="Prompts that agents receive later: once, at an interval, or by a cron expression."
      actions={<Actions />}
    >
      <PauseNotice />
      <div className="segments" role="group" aria-label="Show as">
        {SHOWN.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="button"
            data-size="small"
            aria-pressed={show === value}
            onClick={() => void setFilter('show', value === 'list' ? undefined : value)}
          >
            {label}
          </button>
        ))}
      </div>
      {show === 'calendar' && <Calendar />}
      {show === 'outage' && <Outage />}
      {show === 'list' && <List selectedId={id} onOpen={(to) => open(`/schedules/${to}`)} />}
      {id !== undefined && <ScheduleDetail id={id} onClose={() => open('/schedules')} />}
    </Page>
  )
}

type ListProps = { selectedId: string | undefined; onOpen: (id: string) => void }

function List({ selectedId, onOpen }: ListProps) {
  const filters = useFilters(FILTERS)
  const { agent_id, include_ended } = filters.values
  const sorting = useSorting()
  const query = schedulesQuery({
    ...sorting.order,
    ...(agent_id && { agent_id }),
    ...(include_ended && { include_ended }),
  })
  const list = useInfiniteQuery(query)
  const schedules = list.data?.pages.flatMap((page) => page.schedules) ?? []
  return (
    <>
      <FilterBar
        filters={filters}
        fields={[
          { name: 'agent_id', label: 'Recipient' },
          {
            name: 'include_ended',
            label: 'Ended schedules',
            all: 'Active only',
            options: [{ value: 'true', label: 'Ended ones too' }],
          },
        ]}
      />
      <PagedTable
        label="Schedules"
        list={list}
        queryKey={query.queryKey}
        columns={SCHEDULE_COLUMNS}
        rows={schedules}
        rowId={(schedule) => String(schedule.id)}
        selectedId={selectedId}
        sorting={sorting}
        onOpen={(schedule) => onOpen(String(schedule.id))}
        empty={
          <EmptyState title={agent_id ? 'No schedules match' : 'No scheduled prompts yet'}>
            Create one here, or let an agent call promptyoself_schedule_cron,
            promptyoself_schedule_every or promptyoself_schedule_time.
          </EmptyState>
        }
      />
    </>
  )
}

function PauseNotice() {
  const { data: pause } = useQuery(pauseQuery)
  if (!pause?.paused) return null
  return (
    <p className="notice" data-tone="warn" role="status">
      All prompts of the workspace were paused <Time at={pause.paused_since} /> by {pause.paused_by}
      .
    </p>
  )
}

function Actions() {
  const client = useQueryClient()
  const may = useMay()
  const mayCall = useMayCall()
  const [isCreating, setCreating] = useState(false)
  const { data: pause } = useQuery(pauseQuery)
  const isPaused = pause?.paused === true
  const change = useMutation({
    mutationFn: () => api.post(isPaused ? '/v1/schedules/resume' : '/v1/schedules/pause'),
    onSuccess: () => {
      toast.done(isPaused ? 'Prompts are delivered again' : 'All prompts are paused')
      void readAgain(client, 'schedules')
    },
  })
  return (
    <>
      {may('pause_workspace') && (
        <button
          type="button"
          className="button"
          disabled={change.isPending || pause === undefined}
          onClick={() => change.mutate()}
        >
          <Icon name={isPaused ? 'play' : 'pause'} />
          {isPaused ? 'Resume all' : 'Pause all'}
        </button>
      )}
      {mayCall('promptyoself_schedule_cron') && (
        <button
          type="button"
          className="button"
          data-kind="primary"
          onClick={() => setCreating(true)}
        >
          <Icon name="plus" />
          New schedule
        </button>
      )}
      {isCreating && <NewSchedule onClose={() => setCreating(false)} />}
    </>
  )
}
