import { inTransaction } from '@quartermaster/db'
import {
  createDeliveryId,
  type DeliveryRow,
  findDelivery,
  getRecipient,
  insertDeliveries,
} from '@quartermaster/delivery'
import { getTracing } from '@quartermaster/toolkit'
import type { Prompts } from '../prompts.ts'
import { type ChangeScope, lockOwnSchedule } from './get-schedule.ts'

/** Delivers a schedule's prompt now, in addition to its slots. */
export async function runNow(
  { db, caller, now }: ChangeScope,
  prompts: Prompts,
  id: number,
): Promise<DeliveryRow> {
  const { workspaceId } = caller
  const deliveryId = createDeliveryId(now)
  const schedule = await inTransaction(db, 15_000, async (trx) => {
    const schedule = await lockOwnSchedule(trx, caller, id)
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
        traceparent: getTracing()?.current() ?? null,
      },
    ])
    return schedule
  })
  const recipient = await getRecipient(
    db,
    workspaceId,
    schedule.agent_id,
    prompts.settings.letta?.workspace,
  )
  await prompts.delivery.enqueue([{ id: deliveryId, attempt: 0, at: now, recipient }])
  return (await findDelivery(db, workspaceId, deliveryId)) as DeliveryRow
}
