import { Type } from '@sinclair/typebox'
import type { Schedule } from './queries/schedules.ts'
import { formatInstant, formatOrNull } from './schedule/instant.ts'

const orNull = (schema: ReturnType<typeof Type.String | typeof Type.Integer>) =>
  Type.Union([schema, Type.Null()])
const Moment = Type.String({ description: 'In UTC.' })

/** A schedule as agents see it. */
export const ShownSchedule = Type.Object(
  {
    id: Type.Integer(),
    agent_id: Type.String(),
    prompt_text: Type.String(),
    schedule_type: Type.Union(['once', 'cron', 'interval'].map((kind) => Type.Literal(kind))),
    schedule_value: Type.String(),
    next_run: orNull(Moment),
    active: Type.Boolean(),
    created_at: Moment,
    last_run: orNull(Moment),
    max_repetitions: orNull(Type.Integer()),
    repetition_count: Type.Integer({ description: 'Successful deliveries.' }),
    timezone: Type.String(),
    end_at: orNull(Moment),
    misfire: Type.String(),
    overlap: Type.String(),
    paused: Type.Boolean(),
    state: Type.Union(
      ['active', 'paused', 'delivering', 'finished', 'cancelled', 'failed'].map((state) =>
        Type.Literal(state),
      ),
    ),
    created_by: Type.String(),
  },
  { description: 'A scheduled prompt.' },
)

export const showSchedule = (row: Schedule) => ({
  id: row.id,
  agent_id: row.agent_id,
  prompt_text: row.prompt,
  schedule_type: row.kind,
  schedule_value: row.expression,
  next_run: formatOrNull(row.next_run),
  active: row.ended_at === null,
  created_at: formatInstant(row.created_at),
  last_run: formatOrNull(row.last_run),
  max_repetitions: row.max_repetitions,
  repetition_count: row.repetition_count,
  timezone: row.timezone,
  end_at: formatOrNull(row.end_at),
  misfire: row.misfire,
  overlap: row.overlap,
  paused: row.paused_at !== null,
  state: stateOf(row),
  created_by: row.created_by,
})

function stateOf(row: Schedule): string {
  if (row.ended_as !== null) return row.ended_as
  if (row.paused_at !== null) return 'paused'
  return row.open_deliveries > 0 ? 'delivering' : 'active'
}
