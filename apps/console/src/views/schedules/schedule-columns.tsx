import type { Schedule } from '../../api/schedules.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { Time } from '../../ui/time.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  delivering: 'info',
  paused: 'warn',
  switched_off: 'bad',
  failed: 'bad',
}

export const ScheduleState = ({ state }: Pick<Schedule, 'state'>) => (
  <Badge tone={TONES[state]}>{state.replace('_', ' ')}</Badge>
)

/** "cron 0 9 * * * (Europe/Berlin)", "every 5m", "once". */
export function describeTiming({ schedule_type, schedule_value, timezone }: Schedule): string {
  if (schedule_type === 'once') return 'once'
  if (schedule_type === 'interval') return `every ${schedule_value}`
  return timezone === 'UTC' ? `cron ${schedule_value}` : `cron ${schedule_value} (${timezone})`
}

export const SCHEDULE_COLUMNS: readonly Column<Schedule>[] = [
  {
    id: 'prompt',
    header: 'Prompt',
    sortBy: 'prompt_text',
    width: 'minmax(220px, 2fr)',
    cell: ({ prompt_text }) => <Cut title={prompt_text}>{prompt_text}</Cut>,
  },
  {
    id: 'agent',
    header: 'For',
    sortBy: 'agent_id',
    width: 'minmax(120px, 0.8fr)',
    cell: ({ agent_id }) => <Cut>{agent_id}</Cut>,
  },
  {
    id: 'when',
    header: 'When',
    width: 'minmax(160px, 1fr)',
    cell: (schedule) => <Cut title={describeTiming(schedule)}>{describeTiming(schedule)}</Cut>,
  },
  {
    id: 'next',
    header: 'Next',
    sortBy: 'next_run',
    width: '100px',
    cell: ({ next_run }) => (next_run === null ? '–' : <Time at={next_run} />),
  },
  {
    id: 'last',
    header: 'Last delivered',
    width: '130px',
    cell: ({ last_run }) => <Time at={last_run} />,
  },
  {
    id: 'count',
    header: 'Delivered',
    width: '100px',
    align: 'end',
    cell: ({ repetition_count, max_repetitions }) =>
      max_repetitions === null ? repetition_count : `${repetition_count} of ${max_repetitions}`,
  },
  {
    id: 'state',
    header: 'State',
    width: '120px',
    cell: ({ state }) => <ScheduleState state={state} />,
  },
]
