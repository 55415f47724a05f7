import type { ExpectedRun, Simulation } from '../../api/schedules.ts'

/** A scheduled time in the picture: delivered then, delivered later, or not at all. */
export type Mark = {
  readonly scheduleId: number
  readonly agent: string
  readonly scheduledFor: Date
  readonly at: Date
  readonly outcome: 'on time' | 'later' | 'skipped'
}

type Runs = Pick<Simulation, 'runs' | 'unfinished'>

/** Until when each schedule was simulated; missing for one that was simulated to the end. */
export const simulatedUntil = ({ unfinished }: Pick<Simulation, 'unfinished'>) =>
  new Map(unfinished.map(({ schedule_id, until }) => [schedule_id, Date.parse(until)]))

/** Compares the deliveries without an outage with those after one. */
export function toMarks(usual: Runs, after: Runs): Mark[] {
  const keyOf = ({ schedule_id, scheduled_for }: ExpectedRun) => `${schedule_id} ${scheduled_for}`
  const delivered = new Set(after.runs.map(keyOf))
  const until = simulatedUntil(after)
  const marks = after.runs.map((run) =>
    toMark(run, Date.parse(run.at) > Date.parse(run.scheduled_for) ? 'later' : 'on time'),
  )
  // Times after the last one that was simulated are missing for another reason.
  const isSimulated = ({ schedule_id, scheduled_for }: ExpectedRun) =>
    Date.parse(scheduled_for) <= (until.get(schedule_id) ?? Number.POSITIVE_INFINITY)
  const skipped = usual.runs
    .filter((run) => !delivered.has(keyOf(run)) && isSimulated(run))
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
