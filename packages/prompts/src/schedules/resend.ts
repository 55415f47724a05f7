import type { Database } from '@quartermaster/db'
import { getRecipient, isDeliveryId, resendDelivery } from '@quartermaster/delivery'
import { ToolError } from '@quartermaster/toolkit'
import type { Prompts } from '../prompts.ts'
import { getDelivery, presentDelivery } from './present-delivery.ts'

/** Resends a failed or unconfirmed delivery. */
export async function resend(
  db: Database,
  prompts: Prompts,
  workspaceId: string,
  id: string,
  now: Date,
) {
  const row = isDeliveryId(id) ? await resendDelivery(db, workspaceId, id, now) : undefined
  if (row !== undefined) {
    const recipient = await getRecipient(
      db,
      workspaceId,
      row.agent_id,
      prompts.settings.letta?.workspace,
    )
    await prompts.delivery.enqueue([{ id, attempt: row.attempts, at: now, recipient }])
    return presentDelivery(db, row)
  }
  const { state } = await getDelivery(db, workspaceId, id)
  throw new ToolError(
    'conflict',
    `Only a failed or unconfirmed delivery can be resent; this one is ${state}`,
    { suggestion: 'GET /v1/deliveries?state=dead lists those that can be resent.' },
  )
}
