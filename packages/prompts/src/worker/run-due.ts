import { type Database, inTransaction } from '@quartermaster/db'
import { insertDeliveries, makeId, type NewDelivery, type Recipient } from '@quartermaster/delivery'
import {
  claimDueSchedules,
  type DueSchedule,
  findFirstDue,
  type PlannedSchedule,
  savePlans,
  takeCatchUp,
} from '../queries/due.ts'
import { GRACE_MS, planSlot } from '../timing/plan-slot.ts'
import { plannedOf, timingOf } from '../timing/schedule-timing.ts'
import { nextSlot } from '../timing/timing.ts'

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
  const wanted = decisions.flatMap(({ fired }) => fired ?? [])
  const isNew = await insertDeliveries(
    trx,
    wanted.map(({ delivery }) => delivery),
  )
  const plans = decisions.map(({ plan, fired, schedule }) =>
    fired === undefined || isNew.has(fired.delivery.id) ? plan : passOver(schedule, now),
  )
  await savePlans(trx, plans, now)
  return wanted.filter(({ delivery }) => isNew.has(delivery.id))
}

/** The slot has been dealt with already, in a time that the clock has since gone back behind. */
function passOver(schedule: DueSchedule, now: Date): PlannedSchedule {
  const { id, caught_up: caughtUp, open_deliveries } = schedule
  const slot = schedule.next_run as Date
  const next = nextSlot(timingOf(schedule), slot > now ? slot : now, schedule.end_at) ?? null
  const isOver = next === null && open_deliveries === 0
  return { id, nextRun: next, dueAt: next, caughtUp, parked: false, fires: false, isOver }
}

type Decision = {
  readonly schedule: DueSchedule
  readonly plan: PlannedSchedule
  readonly fired?: Fired
}

function decide(schedule: DueSchedule, now: Date): Decision {
  const { id, caught_up: caughtUp, next_run: slot } = schedule
  const still = { id, nextRun: slot, dueAt: null, caughtUp, fires: false, isOver: false }
  if (schedule.workspace_paused) return { schedule, plan: { ...still, parked: true } }

  const { fires, ...next } = planSlot(plannedOf(schedule), now)
  const isOver = !fires && next.nextRun === null && schedule.open_deliveries === 0
  const plan = { id, ...next, parked: false, fires, isOver }
  if (!fires) return { schedule, plan }
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
    workspaceId: schedule.workspace_id,
    agentId: schedule.agent_id,
    isAgent: schedule.is_agent,
    deliverTo: schedule.deliver_to,
    lettaAgentId: schedule.letta_agent_id,
  }
  return { schedule, plan, fired: { delivery, recipient } }
}
