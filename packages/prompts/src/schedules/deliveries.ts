import type { Database } from '@quartermaster/db'
import {
  type AttemptRow,
  type DeliveryRow,
  findDelivery,
  isByHand,
  isId,
  listAttempts,
  resendDelivery,
} from '@quartermaster/delivery'
import { ToolError } from '@quartermaster/toolkit'
import type { Prompts } from '../prompts.ts'
import { getRecipient } from '../queries/recipients.ts'
import { findObstacles, type Obstacle } from '../recipients/obstacles.ts'
import { formatInstant, formatOrNull } from '../timing/instant.ts'
import { isManual } from '../worker/settle.ts'

const noDelivery = () => new ToolError('not_found', 'There is no such delivery')

export async function getDelivery(db: Database, workspaceId: string, id: string) {
  const row = isId(id) ? await findDelivery(db, workspaceId, id) : undefined
  if (row === undefined) throw noDelivery()
  return {
    ...(await showDelivery(db, row)),
    attempts: (await listAttempts(db, id)).map(showAttempt),
  }
}

/** Sends one that has failed for good once more. */
export async function resend(
  db: Database,
  prompts: Prompts,
  workspaceId: string,
  id: string,
  now: Date,
) {
  const row = isId(id) ? await resendDelivery(db, workspaceId, id, now) : undefined
  if (row !== undefined) {
    const recipient = await getRecipient(db, workspaceId, row.agent_id)
    await prompts.delivery.ring([{ id, attempt: row.attempts, at: now }], [recipient])
    return showDelivery(db, row)
  }
  const { state } = await getDelivery(db, workspaceId, id)
  throw new ToolError(
    'conflict',
    `Only a delivery that has failed can be resent; this one is ${state}`,
  )
}

export async function showDeliveries(
  db: Database,
  workspaceId: string,
  rows: readonly DeliveryRow[],
) {
  const isWaiting = (row: DeliveryRow) => row.state === 'pending' && !isByHand(row)
  const obstacleTo = await findObstacles(
    db,
    workspaceId,
    rows.filter(isWaiting).map(({ agent_id }) => agent_id),
  )
  return rows.map((row) => show(row, isWaiting(row) ? obstacleTo(row.agent_id) : undefined))
}

export async function showDelivery(db: Database, row: DeliveryRow) {
  const [shown] = await showDeliveries(db, row.workspace_id, [row])
  return shown as ReturnType<typeof show>
}

const show = (row: DeliveryRow, obstacle: Obstacle | undefined) => ({
  id: row.id,
  schedule_id: row.schedule_id,
  agent_id: row.agent_id,
  prompt: row.prompt,
  state: row.state,
  kind: row.kind,
  scheduled_for: formatInstant(row.due_at),
  manual: isManual(row.slot),
  attempts_made: row.attempts,
  next_attempt_at: formatOrNull(nextAttempt(row, obstacle)),
  run_id: row.run_id,
  error: obstacle?.words ?? row.error,
  created_at: formatInstant(row.created_at),
  ended_at: formatOrNull(row.ended_at),
  acknowledged_at: formatOrNull(row.acknowledged_at),
})

function nextAttempt({ state, attempt_at }: DeliveryRow, obstacle: Obstacle | undefined) {
  if (state !== 'pending' || obstacle?.state === 'paused') return null
  const until = obstacle?.until ?? attempt_at
  return until > attempt_at ? until : attempt_at
}

const showAttempt = (row: AttemptRow) => ({
  number: row.number,
  outcome: row.outcome,
  kind: row.kind,
  status: row.status,
  error: row.error,
  began_at: formatInstant(row.began_at),
  ended_at: formatInstant(row.ended_at),
})
