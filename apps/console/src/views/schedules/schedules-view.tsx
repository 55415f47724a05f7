import { Badge } from '../../ui/badge.tsx'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

type Schedule = {
  id: number
  agent_id: string
  prompt_text: string
  schedule_type: string
  schedule_value: string
  next_run: string | null
  state: string
}

const COLUMNS: readonly Column<Schedule>[] = [
  {
    id: 'prompt',
    header: 'Prompt',
    width: 'minmax(220px, 2fr)',
    cell: ({ prompt_text }) => <Cut title={prompt_text}>{prompt_text}</Cut>,
  },
  {
    id: 'agent',
    header: 'For',
    width: 'minmax(120px, 1fr)',
    cell: ({ agent_id }) => <Cut>{agent_id}</Cut>,
  },
  {
    id: 'when',
    header: 'When',
    width: 'minmax(140px, 1fr)',
    cell: ({ schedule_type, schedule_value }) => (
      <Cut>
        {schedule_type} {schedule_value}
      </Cut>
    ),
  },
  {
    id: 'next',
    header: 'Next',
    width: '110px',
    cell: ({ next_run }) => (next_run === null ? '–' : <Time at={next_run} />),
  },
  { id: 'state', header: 'State', width: '110px', cell: ({ state }) => <Badge>{state}</Badge> },
]

export const SchedulesView = () => (
  <ListPage
    title="Schedules"
    lead="Prompts that are sent at their times."
    path="/v1/schedules"
    name="schedules"
    columns={COLUMNS}
    rowId={(schedule: Schedule) => String(schedule.id)}
    empty={
      <EmptyState title="No scheduled prompts yet">
        An agent schedules one with promptyoself_schedule_cron, _interval or _time.
      </EmptyState>
    }
  />
)
