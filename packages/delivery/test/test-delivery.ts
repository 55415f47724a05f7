import { randomUUID } from 'node:crypto'
import { parseAllowList } from '@quartermaster/outbound'
import { type FreshDatabase, freshDatabase, silentLog } from '@quartermaster/testing'
import { onTestFinished } from 'vitest'
import {
  createDeliveryId,
  findDelivery,
  type LettaSettings,
  openDelivery,
  type ScheduleGate,
} from '../src/index.ts'

/** Deliveries without schedules: every failure is retried, and nothing has to advance. */
const noSchedules: ScheduleGate = {
  lockSchedules: async () => ({ afterFailure: () => 'retry', settle: async () => {} }),
}

type Options = {
  database?: FreshDatabase
  /** Differs from the database's own address when a proxy is in between. */
  databaseUrl?: string
  letta?: LettaSettings
}

/** Delivery in a new workspace, with the database's own time. */
export async function openTestDelivery(options: Options = {}) {
  const { database: shared, databaseUrl, letta } = options
  const database = shared ?? (await freshDatabase())
  const { db, pool } = database
  const delivery = await openDelivery({
    db,
    databaseUrl: databaseUrl ?? database.url,
    redisUrl: undefined,
    letta,
    allow: parseAllowList('127.0.0.1'),
    keepDays: 30,
    clock: () => new Date(),
    log: silentLog,
    gate: noSchedules,
  })
  onTestFinished(async () => {
    await delivery.close()
    if (shared === undefined) await database.close()
  })
  const { id: workspaceId } = await db
    .insertInto('workspaces')
    .values({ name: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()

  return {
    database,
    db,
    pool,
    delivery,
    workspaceId,
    createAgent: (name: string, deliverTo: object) =>
      db
        .insertInto('agents')
        .values({ workspace_id: workspaceId, name, deliver_to: JSON.stringify(deliverTo) })
        .execute(),
    /** Inserts a delivery that is due now. */
    async createDelivery(agentId: string): Promise<string> {
      const now = new Date()
      const id = createDeliveryId(now)
      await pool.query(
        `insert into deliveries (id, workspace_id, trigger, agent_id, prompt, due_at, attempt_at, last_attempt, created_at)
         values ($1, $2, 'manual', $3, 'Hello', $4, $4, 12, $4)`,
        [id, workspaceId, agentId, now],
      )
      return id
    },
    find: (id: string) => findDelivery(db, workspaceId, id),
  }
}
