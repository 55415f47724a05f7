import type { Database } from '@quartermaster/db'
import { Type } from '@sinclair/typebox'
import type { Schedule } from '../queries/schedules.ts'
import { findObstacles, type Obstacle } from '../recipients/obstacles.ts'
import { formatInstant, formatOrNull } from '../timing/instant.ts'

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
      [
        ...['active', 'paused', 'switched_off', 'delivering'],
        ...['finished', 'cancelled', 'failed'],
      ].map((state) => Type.Literal(state)),
    ),
    problem: orNull(
      Type.String({
        description: 'Why nothing is delivered for now, though it is not paused itself.',
      }),
    ),
    created_by: Type.String(),
  },
  { description: 'A scheduled prompt.' },
)

export async function showSchedules(db: Database, workspaceId: string, rows: readonly Schedule[]) {
  const active = rows.filter(({ ended_at }) => ended_at === null)
  const obstacleTo = await findObstacles(
    db,
    workspaceId,
    active.map(({ agent_id }) => agent_id),
  )
  return rows.map((row) => show(row, row.ended_at === null ? obstacleTo(row.agent_id) : undefined))
}

export async function showSchedule(db: Database, row: Schedule) {
  const [shown] = await showSchedules(db, row.workspace_id, [row])
  return shown as ReturnType<typeof show>
}

const show = (row: Schedule, obstacle: Obstacle | undefined) => ({
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
  paused: row.paused_at !== null || obstacle?.state === 'paused',
  state: stateOf(row, obstacle),
  problem: obstacle?.words ?? null,
  created_by: row.created_by,
})

function stateOf(row: Schedule, obstacle: Obstacle | undefined): string {
  if (row.ended_as !== null) return row.ended_as
  if (row.paused_at !== null) return 'paused'
  if (obstacle !== undefined) return obstacle.state
  return row.open_deliveries > 0 ? 'delivering' : 'active'
}
