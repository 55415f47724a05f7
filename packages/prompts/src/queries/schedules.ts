import type { Database, DB, Tx } from '@quartermaster/db'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

export type Schedule = Selectable<DB['schedules']>
export type NewSchedule = Insertable<DB['schedules']>

/** Active schedules that `agent` created. Takes an advisory lock, so that its concurrent calls cannot race. */
export async function countSchedulesOf(
  trx: Tx,
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

export const insertSchedule = (trx: Tx, schedule: NewSchedule): Promise<Schedule> =>
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

/** Locks a schedule, and with it the right to change its deliveries. */
export const lockSchedule = (
  trx: Tx,
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

export const lockSchedules = (trx: Tx, ids: readonly number[]): Promise<Schedule[]> =>
  trx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

export const updateSchedule = (
  trx: Tx,
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

/** Deletes schedules that ended before `before`, with their deliveries. */
export async function pruneSchedules(db: Database, before: Date, limit: number): Promise<void> {
  await sql`
    delete from schedules where id = any(array(
      select id from schedules where ended_at < ${before} order by ended_at limit ${limit}
    ))
  `.execute(db)
}

/** Call it after resuming a workspace: schedules that came due during the pause are due again, or end. */
export async function unparkSchedules(trx: Tx, workspaceId: string, now: Date): Promise<void> {
  const parked = () =>
    trx.updateTable('schedules').where('workspace_id', '=', workspaceId).where('parked', '=', true)
  await parked()
    .set({ parked: false, next_run: null, due_at: null, ended_at: now, ended_as: 'finished' })
    .where('ended_at', 'is', null)
    .where('end_at', '<', now)
    .where('open_deliveries', '=', 0)
    .execute()
  await parked()
    .set({
      parked: false,
      due_at: sql`case when ended_at is null and paused_at is null then next_run end`,
    })
    .execute()
}

/** Makes a schedule due again if it waits for a delivery that does not exist. */
export async function repairSchedules(db: Database, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update schedules set due_at = next_run, open_deliveries = 0 where id = any(array(
      select s.id from schedules s
      where s.ended_at is null and s.due_at is null and s.paused_at is null and not s.parked
        and s.next_run is not null
        and not exists (
          select from deliveries d
          where d.schedule_id = s.id and d.state in ('pending', 'held', 'sending')
            and not d.resent and d.trigger = 'slot'
        )
      limit ${limit}
      for update of s skip locked
    ))
  `.execute(db)
  return Number(numAffectedRows)
}
