import type { Database } from '@quartermaster/db'
import { Type } from '@sinclair/typebox'
import type { Schedule } from '../queries/schedules.ts'
import { findObstacles, type Obstacle } from '../recipients/find-obstacles.ts'
import { formatInstant, formatOrNull } from '../timing/instant.ts'

const TextOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description })

/** A schedule as callers see it. */
export const PresentedSchedule = Type.Object(
  {
    id: Type.Integer({ description: 'The schedule’s id.' }),
    agent_id: Type.String({ description: 'The recipient.' }),
    prompt_text: Type.String({ description: 'The text to deliver.' }),
    schedule_type: Type.Union(
      ['once', 'cron', 'interval'].map((kind) => Type.Literal(kind)),
      { description: 'The kind of schedule.' },
    ),
    schedule_value: Type.String({ description: 'The time, cron expression or interval.' }),
    next_run: TextOrNull('The next slot, in UTC; null after the last one.'),
    active: Type.Boolean({ description: 'False once it is cancelled or has finished.' }),
    created_at: Type.String({ description: 'When it was created, in UTC.' }),
    last_run: TextOrNull('The last successful delivery, in UTC.'),
    max_repetitions: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Deliveries after which it ends; null for no limit.',
    }),
    repetition_count: Type.Integer({ description: 'Successful deliveries.' }),
    timezone: Type.String({ description: 'The time zone of a cron expression.' }),
    end_at: TextOrNull('The end of its slots, in UTC.'),
    misfire: Type.String({ description: 'How slots missed in an outage are handled.' }),
    overlap: Type.String({ description: 'How a slot is handled while the one before is open.' }),
    paused: Type.Boolean({ description: 'Whether it, or its workspace, is paused.' }),
    state: Type.Union(
      ['active', 'paused', 'switched_off', 'delivering', 'finished', 'cancelled', 'failed'].map(
        (state) => Type.Literal(state),
      ),
      { description: 'Its current state.' },
    ),
    problem: TextOrNull(
      'Why nothing is delivered, if the workspace or the recipient is the cause.',
    ),
    created_by: Type.String({ description: 'The agent that created it.' }),
  },
  { description: 'A scheduled prompt.' },
)

export async function presentSchedules(
  db: Database,
  workspaceId: string,
  rows: readonly Schedule[],
) {
  const active = rows.filter(({ ended_at }) => ended_at === null)
  const obstacleTo = await findObstacles(
    db,
    workspaceId,
    active.map(({ agent_id }) => agent_id),
  )
  return rows.map((row) =>
    present(row, row.ended_at === null ? obstacleTo(row.agent_id) : undefined),
  )
}

export async function presentSchedule(db: Database, row: Schedule) {
  const [presented] = await presentSchedules(db, row.workspace_id, [row])
  return presented as ReturnType<typeof present>
}

const present = (row: Schedule, obstacle: Obstacle | undefined) => ({
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
  problem: obstacle?.message ?? null,
  created_by: row.created_by,
})

function stateOf(row: Schedule, obstacle: Obstacle | undefined): string {
  if (row.ended_as !== null) return row.ended_as
  if (row.paused_at !== null) return 'paused'
  if (obstacle !== undefined) return obstacle.state
  return row.open_deliveries > 0 ? 'delivering' : 'active'
}
