import { type Database, inTransaction } from '@quartermaster/db'
import { insertDeliveries, makeId, type NewDelivery, type Recipient } from '@quartermaster/delivery'
import {
  claimDueSchedules,
  type DueSchedule,
  findFirstDue,
  type PlannedSchedule,
  savePlans,
  takeCatchUp,
} from './queries/due.ts'
import { GRACE_MS, planSlot } from './schedule/plan.ts'
import { plannedOf } from './timing-of.ts'

/** Deliveries that were written, with what is needed to ring for them. */
export type Fired = { readonly delivery: NewDelivery; readonly recipient: Recipient }

type Run = {
  readonly now: Date
  /** Slots up to then are written ahead, so that they leave on time. */
  readonly aheadMs: number
  readonly limit: number
  /** Late ones per second, over all workers. */
  readonly catchUpPerSecond: number
}

const TIMEOUT_MS = 30_000

/** Turns due schedules into deliveries. Any number of workers may do so at once. */
export async function runDue(
  db: Database,
  { now, aheadMs, limit, catchUpPerSecond }: Run,
): Promise<Fired[]> {
  const until = new Date(now.getTime() + aheadMs)
  const first = await findFirstDue(db)
  if (first === undefined || first > until) return []

  const late = new Date(now.getTime() - GRACE_MS)
  const caughtUp =
    first > late
      ? []
      : await inTransaction(db, TIMEOUT_MS, async (trx) => {
          const { most, use } = await takeCatchUp(trx, catchUpPerSecond, now)
          if (most === 0) return []
          const due = await claimDueSchedules(trx, { until: late, limit: Math.min(most, limit) })
          await use(due.length)
          return fire(trx, due, now)
        })
  const onTime = await inTransaction(db, TIMEOUT_MS, async (trx) =>
    fire(trx, await claimDueSchedules(trx, { from: late, until, limit }), now),
  )
  return [...caughtUp, ...onTime]
}

/** The same for one workspace, now and without a limit of speed: somebody asked for it. */
export const runDueIn = (
  db: Database,
  workspaceId: string,
  now: Date,
  limit: number,
): Promise<Fired[]> =>
  inTransaction(db, TIMEOUT_MS, async (trx) =>
    fire(trx, await claimDueSchedules(trx, { until: now, limit, workspaceId }), now),
  )

async function fire(
  trx: Parameters<typeof claimDueSchedules>[0],
  due: readonly DueSchedule[],
  now: Date,
): Promise<Fired[]> {
  const decisions = due.map((schedule) => decide(schedule, now))
  const fired = decisions.flatMap(({ fired }) => fired ?? [])
  await insertDeliveries(
    trx,
    fired.map(({ delivery }) => delivery),
  )
  await savePlans(
    trx,
    decisions.map(({ plan }) => plan),
    now,
  )
  return fired
}

function decide(schedule: DueSchedule, now: Date): { plan: PlannedSchedule; fired?: Fired } {
  const { id, caught_up: caughtUp, next_run: slot } = schedule
  const still = { id, nextRun: slot, dueAt: null, caughtUp, fires: false, isOver: false }
  if (schedule.workspace_paused) return { plan: { ...still, parked: true } }

  const { fires, ...next } = planSlot(plannedOf(schedule), now)
  const isOver = !fires && next.nextRun === null && schedule.open_deliveries === 0
  const plan = { id, ...next, parked: false, fires, isOver }
  if (!fires) return { plan }
  const delivery: NewDelivery = {
    id: makeId(now),
    workspaceId: schedule.workspace_id,
    scheduleId: id,
    slot: (slot as Date).toISOString(),
    agentId: schedule.agent_id,
    prompt: schedule.prompt,
    dueAt: slot as Date,
    createdAt: now,
  }
  const recipient = {
    agentId: schedule.agent_id,
    deliverTo: schedule.deliver_to,
    lettaAgentId: schedule.letta_agent_id,
  }
  return { plan, fired: { delivery, recipient } }
}
