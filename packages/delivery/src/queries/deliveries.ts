import type { Database, DB } from '@quartermaster/db'
import { type Selectable, sql } from 'kysely'
import { ATTEMPTS } from '../attempt/backoff.ts'

export type DeliveryRow = Selectable<DB['deliveries']>
export type AttemptRow = Selectable<DB['delivery_attempts']>

export type NewDelivery = {
  readonly id: string
  readonly workspaceId: string
  readonly scheduleId: number
  readonly trigger: 'slot' | 'manual'
  readonly agentId: string
  readonly prompt: string
  /** The slot, unless `trigger` is 'manual'. */
  readonly dueAt: Date
  readonly createdAt: Date
  /** The trace that the delivery belongs to. */
  readonly traceparent: string | null
}

/** Inserts deliveries and returns the ids that are new: a slot has at most one delivery. */
export async function insertDeliveries(
  db: Database,
  deliveries: readonly NewDelivery[],
): Promise<ReadonlySet<string>> {
  if (deliveries.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    insert into deliveries (id, workspace_id, schedule_id, trigger, agent_id, prompt, due_at, attempt_at, last_attempt, created_at, traceparent)
    select id, "workspaceId", "scheduleId", trigger, "agentId", prompt, "dueAt", "dueAt", ${ATTEMPTS}, "createdAt", traceparent
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as n(
      id uuid, "workspaceId" uuid, "scheduleId" bigint, trigger text, "agentId" text, prompt text,
      "dueAt" timestamptz, "createdAt" timestamptz, traceparent text
    )
    on conflict (schedule_id, due_at) where trigger = 'slot' do nothing
    returning id
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Pending deliveries of a workspace that are due, including those that are waiting for a retry. */
export async function findDueDeliveries(
  db: Database,
  workspaceId: string,
  now: Date,
  limit: number,
) {
  return db
    .selectFrom('deliveries')
    .select(['id', 'schedule_id', 'agent_id'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'pending')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('schedule_id')
    .limit(limit)
    .execute()
}

export const findDelivery = (
  db: Database,
  workspaceId: string,
  id: string,
): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

export const listAttempts = (db: Database, deliveryId: string): Promise<AttemptRow[]> =>
  db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .limit(1000)
    .execute()

/** Makes a failed or unconfirmed delivery pending with ATTEMPTS further attempts; undefined in other states. */
export const resendDelivery = (
  db: Database,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('deliveries')
    .set({
      state: 'pending',
      resent: true,
      attempt_at: now,
      ended_at: null,
      in_doubt: null,
      last_attempt: sql`attempts + ${ATTEMPTS}`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'unconfirmed'])
    .returningAll()
    .executeTakeFirst()
