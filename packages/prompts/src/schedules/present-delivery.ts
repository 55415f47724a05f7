import type { Database } from '@quartermaster/db'
import {
  type AttemptRow,
  type DeliveryRow,
  findDelivery,
  isDeliveryId,
  isRequested,
  listAttempts,
} from '@quartermaster/delivery'
import { ToolError } from '@quartermaster/toolkit'
import { findObstacles, type Obstacle } from '../recipients/find-obstacles.ts'
import { formatInstant, formatOrNull } from '../timing/instant.ts'

const noDelivery = () =>
  new ToolError('not_found', 'Delivery not found', {
    suggestion: 'GET /v1/deliveries lists the deliveries of this workspace.',
  })

export async function getDelivery(db: Database, workspaceId: string, id: string) {
  const row = isDeliveryId(id) ? await findDelivery(db, workspaceId, id) : undefined
  if (row === undefined) throw noDelivery()
  return {
    ...(await presentDelivery(db, row)),
    attempts: (await listAttempts(db, id)).map(presentAttempt),
  }
}

export async function presentDeliveries(
  db: Database,
  workspaceId: string,
  rows: readonly DeliveryRow[],
) {
  const isWaiting = (row: DeliveryRow) => row.state === 'pending' && !isRequested(row)
  const obstacleTo = await findObstacles(
    db,
    workspaceId,
    rows.filter(isWaiting).map(({ agent_id }) => agent_id),
  )
  return rows.map((row) => present(row, isWaiting(row) ? obstacleTo(row.agent_id) : undefined))
}

export async function presentDelivery(db: Database, row: DeliveryRow) {
  const [presented] = await presentDeliveries(db, row.workspace_id, [row])
  return presented as ReturnType<typeof present>
}

const present = (row: DeliveryRow, obstacle: Obstacle | undefined) => ({
  id: row.id,
  schedule_id: row.schedule_id,
  agent_id: row.agent_id,
  prompt: row.prompt,
  state: row.state,
  kind: row.kind,
  scheduled_for: formatInstant(row.due_at),
  manual: row.trigger === 'manual',
  attempts_made: row.attempts,
  next_attempt_at: formatOrNull(nextAttempt(row, obstacle)),
  run_id: row.run_id,
  error: obstacle?.message ?? row.error,
  created_at: formatInstant(row.created_at),
  ended_at: formatOrNull(row.ended_at),
  acknowledged_at: formatOrNull(row.acknowledged_at),
})

function nextAttempt({ state, attempt_at }: DeliveryRow, obstacle: Obstacle | undefined) {
  if (state !== 'pending' || obstacle?.state === 'paused') return null
  const until = obstacle?.until ?? attempt_at
  return until > attempt_at ? until : attempt_at
}

const presentAttempt = (row: AttemptRow) => ({
  number: row.number,
  outcome: row.outcome,
  kind: row.kind,
  status: row.status,
  error: row.error,
  began_at: formatInstant(row.began_at),
  ended_at: formatInstant(row.ended_at),
})
