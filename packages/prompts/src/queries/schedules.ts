import type { Database, DB } from '@quartermaster/db'
import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely'

export type Schedule = Selectable<DB['schedules']>
export type NewSchedule = Insertable<DB['schedules']>

/** Told to workers, so that what comes due before their next look is not late. */
export const announceSoon = (db: Database) =>
  sql`select pg_notify('quartermaster_soon', '')`.execute(db)

/** Active schedules that this agent has made; its own calls wait for one another here. */
export async function countSchedulesOf(
  trx: Database,
  workspaceId: string,
  agent: string,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workspaceId}/${agent}`}, 0))`.execute(
    trx,
  )
  const { count } = await trx
    .selectFrom('schedules')
    .select(sql<number>`count(*)`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('created_by', '=', agent)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const insertSchedule = (trx: Database, schedule: NewSchedule): Promise<Schedule> =>
  trx.insertInto('schedules').values(schedule).returningAll().executeTakeFirstOrThrow()

export const findSchedule = (
  db: Database,
  workspaceId: string,
  id: number,
): Promise<Schedule | undefined> =>
  db
    .selectFrom('schedules')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

/** For a change: nobody else changes it, or its deliveries, until the transaction ends. */
export const lockSchedule = (
  trx: Database,
  workspaceId: string,
  id: number,
): Promise<Schedule | undefined> =>
  trx
    .selectFrom('schedules')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const lockSchedules = (trx: Transaction<DB>, ids: readonly number[]): Promise<Schedule[]> =>
  trx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

export const updateSchedule = (
  trx: Database,
  id: number,
  changes: Updateable<DB['schedules']>,
): Promise<Schedule> =>
  trx
    .updateTable('schedules')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const findSchedules = (db: Database, ids: readonly number[]): Promise<Schedule[]> =>
  db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

type Filter = {
  readonly agentId?: string
  readonly includeEnded: boolean
  readonly limit: number
  /** The place after which to go on: what `placeOf` gave for the last one. */
  readonly after?: { readonly nextRun: Date | null; readonly id: number }
}

/** In the order of their next runs; what will not run any more comes last. */
export function listSchedules(
  db: Database,
  workspaceId: string,
  { agentId, includeEnded, limit, after }: Filter,
): Promise<Schedule[]> {
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(!includeEnded, (query) => query.where('ended_at', 'is', null))
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId as string))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(coalesce(next_run, 'infinity'), id) > (coalesce(${after?.nextRun ?? null}::timestamptz, 'infinity'), ${after?.id ?? 0})`,
      ),
    )
    .orderBy('next_run', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Forgets schedules that ended long ago, with their deliveries. */
export async function pruneSchedules(db: Database, before: Date, limit: number): Promise<void> {
  await sql`
    delete from schedules where id = any(array(
      select id from schedules where ended_at < ${before} order by id limit ${limit}
    ))
  `.execute(db)
}

/** The workspace is not paused any more: what came due meanwhile is due again. */
export async function unparkSchedules(trx: Database, workspaceId: string): Promise<void> {
  await trx
    .updateTable('schedules')
    .set({
      parked: false,
      due_at: sql`case when ended_at is null and paused_at is null then next_run end`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('parked', '=', true)
    .execute()
}
