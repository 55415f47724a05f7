import { type Database, inTransaction, type Tx } from '@quartermaster/db'
import {
  createDeliveryId,
  insertDeliveries,
  type NewDelivery,
  type Recipient,
} from '@quartermaster/delivery'
import { getTracing, type TraceSpan } from '@quartermaster/toolkit'
import {
  claimDueSchedules,
  type DueSchedule,
  findFirstDue,
  type PlannedSchedule,
  savePlans,
  takeCatchUp,
} from '../queries/due-schedules.ts'
import { GRACE_MS, planSlot } from '../timing/plan-slot.ts'
import { plannedOf, timingOf } from '../timing/schedule-timing.ts'
import { nextSlot } from '../timing/timing.ts'

/** A delivery that was inserted for a slot, and its recipient. */
export type FiredSlot = {
  readonly delivery: NewDelivery
  readonly recipient: Recipient
  /** Ends when the delivery is in the queue. */
  readonly span: TraceSpan | undefined
}

type Run = {
  readonly now: Date
  /** Slots up to this far ahead are inserted now, so that they are sent on time. */
  readonly aheadMs: number
  readonly limit: number
  /** Limit for late schedules, over all workers. */
  readonly catchUpPerSecond: number
}

const TIMEOUT_MS = 30_000

/** Turns due schedules into deliveries. Any number of workers may do so concurrently. */
export async function runDue(
  db: Database,
  { now, aheadMs, limit, catchUpPerSecond }: Run,
): Promise<FiredSlot[]> {
  const until = new Date(now.getTime() + aheadMs)
  const first = await findFirstDue(db)
  if (first === undefined || first > until) return []

  const late = new Date(now.getTime() - GRACE_MS)
  const caughtUp =
    first > late
      ? []
      : await inTransaction(db, TIMEOUT_MS, async (trx) => {
          const { limit: allowed, use } = await takeCatchUp(trx, catchUpPerSecond, now)
          if (allowed === 0) return []
          const due = await claimDueSchedules(trx, { until: late, limit: Math.min(allowed, limit) })
          await use(due.length)
          return fire(trx, due, now)
        })
  const onTime = await inTransaction(db, TIMEOUT_MS, async (trx) =>
    fire(trx, await claimDueSchedules(trx, { from: late, until, limit }), now),
  )
  return [...caughtUp, ...onTime]
}

/** `runDue` for one workspace, without the limit for late schedules. */
export const runDueIn = (
  db: Database,
  workspaceId: string,
  now: Date,
  limit: number,
): Promise<FiredSlot[]> =>
  inTransaction(db, TIMEOUT_MS, async (trx) =>
    fire(trx, await claimDueSchedules(trx, { until: now, limit, workspaceId }), now),
  )

async function fire(trx: Tx, due: readonly DueSchedule[], now: Date): Promise<FiredSlot[]> {
  const decisions = due.map((schedule) => decide(schedule, now))
  const wanted = decisions.flatMap(({ fired }) => fired ?? [])
  const isNew = await insertDeliveries(
    trx,
    wanted.map(({ delivery }) => delivery),
  )
  const plans = decisions.map(({ plan, fired, schedule }) =>
    fired === undefined || isNew.has(fired.delivery.id) ? plan : skipSlot(schedule, now),
  )
  await savePlans(trx, plans, now)
  return wanted.filter(({ delivery }) => isNew.has(delivery.id))
}

/** The plan for a slot that already has its delivery, because the clock was set back after it fired. */
function skipSlot(schedule: DueSchedule, now: Date): PlannedSchedule {
  const { id, caught_up: caughtUp, open_deliveries } = schedule
  const slot = schedule.next_run as Date
  const next = nextSlot(timingOf(schedule), slot > now ? slot : now, schedule.end_at) ?? null
  const isOver = next === null && open_deliveries === 0
  return { id, nextRun: next, dueAt: next, caughtUp, parked: false, fires: false, isOver }
}

type Decision = {
  readonly schedule: DueSchedule
  readonly plan: PlannedSchedule
  readonly fired?: FiredSlot
}

function decide(schedule: DueSchedule, now: Date): Decision {
  const { id, caught_up: caughtUp, next_run: slot } = schedule
  const unchanged = { id, nextRun: slot, dueAt: null, caughtUp, fires: false, isOver: false }
  if (schedule.workspace_paused) return { schedule, plan: { ...unchanged, parked: true } }

  const { fires, ...next } = planSlot(plannedOf(schedule), now)
  const isOver = !fires && next.nextRun === null && schedule.open_deliveries === 0
  const plan = { id, ...next, parked: false, fires, isOver }
  if (!fires) return { schedule, plan }
  const deliveryId = createDeliveryId(now)
  const span = beginSending(schedule, deliveryId)
  const delivery: NewDelivery = {
    id: deliveryId,
    workspaceId: schedule.workspace_id,
    scheduleId: id,
    trigger: 'slot',
    agentId: schedule.agent_id,
    prompt: schedule.prompt,
    dueAt: slot as Date,
    createdAt: now,
    traceparent: span?.traceparent ?? null,
  }
  const recipient = {
    workspaceId: schedule.workspace_id,
    agentId: schedule.agent_id,
    isAgent: schedule.is_agent,
    deliverTo: schedule.deliver_to,
    lettaAgentId: schedule.letta_agent_id,
    // Only assumed for the route; the claim checks it.
    mayUseLetta: true,
  }
  return { schedule, plan, fired: { delivery, recipient, span } }
}

/**
 * The delivery of a one-time schedule continues the trace of the call that created the schedule. Each delivery
 * of a recurring schedule begins a trace with a link to that call, because a trace should end.
 */
const beginSending = (schedule: DueSchedule, id: string): TraceSpan | undefined =>
  getTracing()?.begin('send deliveries', {
    kind: 'producer',
    parent: schedule.kind === 'once' ? schedule.traceparent : null,
    links: schedule.kind === 'once' ? [] : [schedule.traceparent],
    attributes: {
      'messaging.system': 'bullmq',
      'messaging.operation.type': 'send',
      'messaging.operation.name': 'send',
      'messaging.destination.name': 'deliveries',
      'messaging.message.id': id,
    },
  })
