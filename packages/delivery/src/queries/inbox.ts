import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { DeliveryRow } from './deliveries.ts'

/** Deliveries to an agent's inbox that it has not acknowledged, oldest first. */
export const readInbox = (
  db: Database,
  workspaceId: string,
  agent: string,
  limit: number,
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agent)
    .where('kind', '=', 'inbox')
    .where('state', '=', 'delivered')
    .where('acknowledged_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Marks a delivery to the agent, or to its `letta_agent_id`, as acknowledged. */
export async function acknowledgeDelivery(
  db: Database,
  workspaceId: string,
  agent: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('deliveries')
    .set({ acknowledged_at: sql`coalesce(acknowledged_at, ${now}::timestamptz)` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', 'in', ['delivered', 'unconfirmed'])
    .where(
      sql<boolean>`(agent_id = ${agent} or agent_id = (
        select letta_agent_id from agents where workspace_id = ${workspaceId} and name = ${agent}
      ))`,
    )
    .returningAll()
    .executeTakeFirst()
}
