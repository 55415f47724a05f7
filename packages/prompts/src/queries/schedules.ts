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
  // Active and ended ones have an index each, so that a long past costs the active ones nothing.
  const part = (isEnded: boolean) =>
    db
      .selectFrom('schedules')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('ended_at', isEnded ? 'is not' : 'is', null)
      .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId as string))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${NEXT}, id) > (coalesce(${after?.nextRun ?? null}::timestamptz, 'infinity'), ${after?.id ?? 0})`,
        ),
      )
      .orderBy(NEXT)
      .orderBy('id')
      .limit(limit)
  if (!includeEnded) return part(false).execute()
  const both = sql<Schedule>`(${part(false)} union all ${part(true)})`
  return db
    .selectFrom(both.as<'schedules'>(sql.ref('schedules')))
    .selectAll()
    .orderBy(NEXT)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The words of the indexes. */
const NEXT = sql<Date>`coalesce(next_run, 'infinity')`

/** Forgets schedules that ended long ago, with their deliveries. */
export async function pruneSchedules(db: Database, before: Date, limit: number): Promise<void> {
  await sql`
    delete from schedules where id = any(array(
      select id from schedules where ended_at < ${before} order by ended_at limit ${limit}
    ))
  `.execute(db)
}

/** The workspace is not paused any more: what came due meanwhile is due again, or over. */
export async function unparkSchedules(
  trx: Database,
  workspaceId: string,
  now: Date,
): Promise<void> {
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

/**
 * A schedule waits for its delivery. Should there be none, by whatever mishap, it is due again:
 * nothing may wait for ever.
 */
export async function mendSchedules(db: Database, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update schedules set due_at = next_run, open_deliveries = 0 where id = any(array(
      select s.id from schedules s
      where s.ended_at is null and s.due_at is null and s.paused_at is null and not s.parked
        and s.next_run is not null
        and not exists (
          select from deliveries d
          where d.schedule_id = s.id and d.state in ('pending', 'held', 'sending')
            and not d.resent and d.slot not like 'run:%'
        )
      limit ${limit}
      for update of s skip locked
    ))
  `.execute(db)
  return Number(numAffectedRows)
}
