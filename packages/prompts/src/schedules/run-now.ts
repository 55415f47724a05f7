import { type Database, inTransaction } from '@quartermaster/db'
import {
  createDeliveryId,
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
} from '@quartermaster/delivery'
import type { Prompts } from '../prompts.ts'
import { getRecipient } from '../queries/recipients.ts'
import { lockActiveSchedule } from './get-schedule.ts'

type Scope = { readonly db: Database; readonly workspaceId: string; readonly now: Date }

/** Delivers a schedule's prompt now, in addition to its slots. */
export async function runNow(
  { db, workspaceId, now }: Scope,
  prompts: Prompts,
  id: number,
): Promise<DeliveryRow> {
  const deliveryId = createDeliveryId(now)
  const schedule = await inTransaction(db, 15_000, async (trx) => {
    const schedule = await lockActiveSchedule(trx, workspaceId, id)
    const { agent_id: agentId, prompt } = schedule
    await insertDeliveries(trx, [
      {
        id: deliveryId,
        workspaceId,
        scheduleId: id,
        trigger: 'manual',
        agentId,
        prompt,
        dueAt: now,
        createdAt: now,
      },
    ])
    return schedule
  })
  const recipient = await getRecipient(db, workspaceId, schedule.agent_id)
  await prompts.delivery.enqueue([{ id: deliveryId, attempt: 0, at: now, recipient }])
  return (await findDelivery(db, workspaceId, deliveryId)) as DeliveryRow
}
