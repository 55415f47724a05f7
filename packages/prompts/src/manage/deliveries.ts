import type { Database } from '@quartermaster/db'
import {
  type AttemptRow,
  type DeliveryRow,
  findDelivery,
  isId,
  listAttempts,
  resendDelivery,
} from '@quartermaster/delivery'
import { ToolError } from '@quartermaster/toolkit'
import type { Prompts } from '../open-prompts.ts'
import { getRecipient } from '../queries/recipients.ts'
import { formatInstant, formatOrNull } from '../schedule/instant.ts'
import { isManual } from '../settle.ts'

const noDelivery = () => new ToolError('not_found', 'There is no such delivery')

export async function getDelivery(db: Database, workspaceId: string, id: string) {
  const row = isId(id) ? await findDelivery(db, workspaceId, id) : undefined
  if (row === undefined) throw noDelivery()
  return { ...showDelivery(row), attempts: (await listAttempts(db, id)).map(showAttempt) }
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
    return showDelivery(row)
  }
  const { state } = await getDelivery(db, workspaceId, id)
  throw new ToolError(
    'conflict',
    `Only a delivery that has failed can be resent; this one is ${state}`,
  )
}

export const showDelivery = (row: DeliveryRow) => ({
  id: row.id,
  schedule_id: row.schedule_id,
  agent_id: row.agent_id,
  prompt: row.prompt,
  state: row.state,
  kind: row.kind,
  scheduled_for: formatInstant(row.due_at),
  manual: isManual(row.slot),
  attempts_made: row.attempts,
  next_attempt_at: row.state === 'pending' ? formatInstant(row.attempt_at) : null,
  run_id: row.run_id,
  error: row.error,
  created_at: formatInstant(row.created_at),
  ended_at: formatOrNull(row.ended_at),
  acknowledged_at: formatOrNull(row.acknowledged_at),
})

const showAttempt = (row: AttemptRow) => ({
  number: row.number,
  outcome: row.outcome,
  kind: row.kind,
  status: row.status,
  error: row.error,
  began_at: formatInstant(row.began_at),
  ended_at: formatInstant(row.ended_at),
})
