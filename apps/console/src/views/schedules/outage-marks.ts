import type { ExpectedRun } from '../../api/schedules.ts'

/** A scheduled time in the picture: delivered then, delivered later, or not at all. */
export type Mark = {
  readonly scheduleId: number
  readonly agent: string
  readonly scheduledFor: Date
  readonly at: Date
  readonly outcome: 'on time' | 'later' | 'skipped'
}

/** Compares the deliveries without an outage with those after one. */
export function toMarks(usual: readonly ExpectedRun[], after: readonly ExpectedRun[]): Mark[] {
  const keyOf = ({ schedule_id, scheduled_for }: ExpectedRun) => `${schedule_id} ${scheduled_for}`
  const delivered = new Set(after.map(keyOf))
  const last = after.at(-1)?.at ?? ''
  const marks = after.map((run) =>
    toMark(run, Date.parse(run.at) > Date.parse(run.scheduled_for) ? 'later' : 'on time'),
  )
  // Times behind the end of the second list are missing there for another reason.
  const skipped = usual
    .filter(
      (run) => !delivered.has(keyOf(run)) && Date.parse(run.scheduled_for) <= Date.parse(last),
    )
    .map((run) => toMark(run, 'skipped'))
  return [...marks, ...skipped]
}

const toMark = (run: ExpectedRun, outcome: Mark['outcome']): Mark => ({
  scheduleId: run.schedule_id,
  agent: run.agent_id,
  scheduledFor: new Date(run.scheduled_for),
  at: new Date(run.at),
  outcome,
})
