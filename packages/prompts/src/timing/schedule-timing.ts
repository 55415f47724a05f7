import type { Schedule } from '../queries/schedules.ts'
import type { Planned } from './plan-slot.ts'
import type { TimingColumns } from './read-timing.ts'
import type { Timing } from './timing.ts'

type TimedRow = Pick<Schedule, Exclude<keyof TimingColumns, 'next_run'>>

export function timingOf(row: TimedRow): Timing {
  switch (row.kind) {
    case 'cron':
      return { kind: 'cron', expression: row.expression, timezone: row.timezone }
    case 'interval':
      return {
        kind: 'interval',
        everySeconds: row.every_seconds as number,
        firstRun: row.first_run as Date,
      }
    default:
      return { kind: 'once', at: row.first_run as Date }
  }
}

export const plannedOf = (row: Schedule): Planned => ({
  timing: timingOf(row),
  endAt: row.end_at,
  misfire: row.misfire as Planned['misfire'],
  overlap: row.overlap as Planned['overlap'],
  nextRun: row.next_run as Date,
  caughtUp: row.caught_up,
  openDeliveries: row.open_deliveries,
  repetitionCount: row.repetition_count,
  maxRepetitions: row.max_repetitions,
})
