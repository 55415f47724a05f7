import type { Database, Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Schedule } from './schedules.ts'

export type DueSchedule = Schedule & {
  readonly workspace_paused: boolean
  readonly is_agent: boolean
  readonly deliver_to: unknown
  readonly letta_agent_id: string | null
}

type Range = {
  readonly from?: Date
  readonly until: Date
  readonly limit: number
  readonly workspaceId?: string
}

/** Locks due schedules for this transaction. Other workers skip them until it ends. */
export async function claimDueSchedules(
  trx: Tx,
  { from, until, limit, workspaceId }: Range,
): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select s.*, p.workspace_id is not null as workspace_paused,
      a.name is not null as is_agent, a.deliver_to, a.letta_agent_id
    from schedules s
    left join delivery_pauses p on p.workspace_id = s.workspace_id
    left join agents a on a.workspace_id = s.workspace_id and a.name = s.agent_id
    where s.due_at <= ${until}
      and s.due_at > ${from ?? new Date(0)}
      and (${workspaceId ?? null}::uuid is null or s.workspace_id = ${workspaceId ?? null})
    order by s.due_at, s.id
    limit ${limit}
    for update of s skip locked
  `.execute(trx)
  return rows
}

export type PlannedSchedule = {
  readonly id: number
  readonly nextRun: Date | null
  readonly dueAt: Date | null
  readonly caughtUp: number
  readonly parked: boolean
  readonly fires: boolean
  readonly isOver: boolean
}

export async function savePlans(
  trx: Tx,
  plans: readonly PlannedSchedule[],
  now: Date,
): Promise<void> {
  if (plans.length === 0) return
  await sql`
    update schedules s
    set next_run = p."nextRun", due_at = p."dueAt", caught_up = p."caughtUp", parked = p.parked,
      open_deliveries = s.open_deliveries + p.fires::int,
      ended_at = case when p."isOver" then ${now}::timestamptz end,
      ended_as = case when p."isOver" then 'finished' end
    from json_to_recordset(${JSON.stringify(plans)}::json) as p(
      id bigint, "nextRun" timestamptz, "dueAt" timestamptz, "caughtUp" int, parked boolean,
      fires boolean, "isOver" boolean
    )
    where s.id = p.id
  `.execute(trx)
}

/**
 * How many late schedules may be handled now: a token bucket that all workers share. It fills at
 * `perSecond` tokens a second and holds at most that many. Locks the bucket, so concurrent callers get 0.
 */
export async function takeCatchUp(
  trx: Tx,
  perSecond: number,
  now: Date,
): Promise<{ limit: number; use(count: number): Promise<void> }> {
  const bucket = await trx
    .selectFrom('schedule_catch_up')
    .select(sql<Date>`greatest(filled_at, ${now}::timestamptz - interval '1 second')`.as('since'))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (bucket === undefined) return { limit: 0, use: async () => {} }
  const full = now.getTime() - 1000
  // `filled_at` is in the future if the clock was set back.
  const since = bucket.since.getTime() > now.getTime() + 1000 ? full : bucket.since.getTime()
  const limit = Math.max(Math.floor(((now.getTime() - since) * perSecond) / 1000), 0)
  const use = async (count: number) => {
    if (count === 0) return
    const filled_at = new Date(since + (count * 1000) / perSecond)
    await trx.updateTable('schedule_catch_up').set({ filled_at }).execute()
  }
  return { limit, use }
}

/** When the next schedule is due. */
export async function findFirstDue(db: Database): Promise<Date | undefined> {
  const row = await db
    .selectFrom('schedules')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? undefined
}
