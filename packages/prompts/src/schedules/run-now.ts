import { type Database, inTransaction } from '@quartermaster/db'
import { type DeliveryRow, findDelivery, insertDeliveries, makeId } from '@quartermaster/delivery'
import type { Prompts } from '../prompts.ts'
import { getRecipient } from '../queries/recipients.ts'
import { lockActive } from './get-schedule.ts'

type Where = { readonly db: Database; readonly workspaceId: string; readonly now: Date }

/** Delivers the prompt once more, now, beside the schedule's own runs: they go on as they were. */
export async function runNow(
  { db, workspaceId, now }: Where,
  prompts: Prompts,
  id: number,
): Promise<DeliveryRow> {
  const deliveryId = makeId(now)
  const schedule = await inTransaction(db, 15_000, async (trx) => {
    const schedule = await lockActive(trx, workspaceId, id)
    const { agent_id: agentId, prompt } = schedule
    const slot = `run:${deliveryId}`
    await insertDeliveries(trx, [
      {
        id: deliveryId,
        workspaceId,
        scheduleId: id,
        slot,
        agentId,
        prompt,
        dueAt: now,
        createdAt: now,
      },
    ])
    return schedule
  })
  const recipient = await getRecipient(db, workspaceId, schedule.agent_id)
  await prompts.delivery.ring([{ id: deliveryId, attempt: 0, at: now }], [recipient])
  return (await findDelivery(db, workspaceId, deliveryId)) as DeliveryRow
}
