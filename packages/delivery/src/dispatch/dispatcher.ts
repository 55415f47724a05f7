import type { Database } from '@quartermaster/db'
import { type Job, type Log, startJob } from '@quartermaster/toolkit'
import type { Deliver } from '../attempt/deliver.ts'
import type { Finish } from '../queries/finish-deliveries.ts'
import { findWaiting, type WaitingDelivery } from '../queries/sweep.ts'
import type { Recipient } from '../recipients/destination.ts'
import { makeDueTimers } from './due-timers.ts'
import { type Lanes, openLanes } from './lanes.ts'
import { makeSweep, SWEEP_EVERY_MS } from './sweep.ts'
import type { Subscription, Wakeup, WakeupQueue } from './wakeup-queue.ts'

const MAX_RUNNING = 2000
const MAX_RUNNING_PER_LANE = 200
export const MAX_RUNNING_PER_HOST = 800
const MAX_WAITING = 50_000
const MAX_WAITING_PER_LANE = 20_000
/** Limit for outcomes that are not yet stored while further deliveries are sent. */
const MAX_UNSTORED = 2000
const REFILL_LIMIT = 10_000
const MAX_TIMERS = 10_000
/** Later wakeups are left to the sweep, which enqueues them shortly before they are due. */
const HORIZON_MS = 60_000
/** If a delivery is later than this, the queue has lost its wakeup, and the sweep dispatches it directly. */
const OVERDUE_MS = 2 * SWEEP_EVERY_MS

export type Route = Pick<Wakeup, 'lane' | 'host'>

type Options = {
  db: Database
  queue: WakeupQueue
  deliver: Deliver
  routeOf: (recipient: Recipient) => Route
  keepDays: number
  clock: () => Date
  log: Log
}

/** Starts deliveries at their time, in lanes. The queue distributes them among workers. */
export type Dispatcher = {
  enqueue(wakeups: readonly Wakeup[]): Promise<void>
  enqueueRetry(finish: Finish, host: string): void
  sweepNow(): void
  start(): Promise<void>
  /** Resolves when all running attempts have ended and their outcomes are stored. */
  stop(): Promise<void>
}

export function makeDispatcher(options: Options): Dispatcher {
  const { db, queue, deliver, routeOf, keepDays, clock, log } = options
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  const timers = makeDueTimers<Wakeup>({
    clock,
    onDue: ({ id, lane, host }) => lanes?.add(id, lane, host),
    limit: MAX_TIMERS,
  })
  const storing = new Set<Promise<void>>()
  let lanes: Lanes | undefined
  let subscription: Subscription | undefined
  let sweepJob: Job | undefined

  /** If the queue fails, this process schedules the wakeups. Duplicates are harmless: a claim succeeds once. */
  async function enqueue(wakeups: readonly Wakeup[]): Promise<void> {
    try {
      await queue.enqueue(wakeups, clock())
    } catch (error) {
      log.warn({ err: error, deliveries: wakeups.length }, 'the queue cannot be reached')
      for (const wakeup of wakeups) schedule(wakeup)
    }
  }

  function enqueueRetry({ id, attempt, attemptAt, ...recipient }: Finish, host: string): void {
    if (attemptAt === null || attemptAt.getTime() - clock().getTime() > HORIZON_MS) return
    const wakeup = { id, attempt, at: attemptAt, lane: laneOf(recipient), host }
    enqueue([wakeup]).catch(warn('failed to enqueue a retry'))
  }

  /** Adds the delivery to its lane at `wakeup.at`. */
  function schedule(wakeup: Wakeup): void {
    if (wakeup.at.getTime() - clock().getTime() <= HORIZON_MS) timers.add(wakeup, wakeup.at)
  }

  const toWakeup = (row: WaitingDelivery): Wakeup => ({
    id: row.id,
    attempt: row.attempts,
    at: row.attemptAt,
    ...routeOf(row),
  })

  async function onWaiting(waiting: readonly WaitingDelivery[], now: Date): Promise<void> {
    const isOverdue = ({ at }: Wakeup) => now.getTime() - at.getTime() > OVERDUE_MS
    const { overdue = [], upcoming = [] } = Object.groupBy(waiting.map(toWakeup), (wakeup) =>
      isOverdue(wakeup) ? 'overdue' : 'upcoming',
    )
    onOverdue(overdue)
    await enqueue(upcoming)
  }

  function onOverdue(wakeups: readonly Wakeup[]): void {
    for (const wakeup of wakeups) schedule(wakeup)
  }

  /** Reads due deliveries from the table after `Lanes` has dropped some for lack of memory. */
  async function refill(): Promise<void> {
    const now = clock()
    for (const row of await findWaiting(db, { until: now, now, limit: REFILL_LIMIT })) {
      schedule(toWakeup(row))
    }
  }

  /** Resolves, which frees the lane, when the attempt has ended, although its outcome may not be stored yet. */
  async function work(id: string): Promise<boolean> {
    const attempted = await deliver({ id, forced: false }).catch((error) => {
      log.warn({ err: error, delivery: id }, 'failed to claim a delivery, the sweep will retry')
    })
    if (!attempted) return true
    const { finish, stored } = attempted
    const ended = stored.catch(() => {}).finally(() => storing.delete(ended))
    storing.add(ended)
    if (storing.size > MAX_UNSTORED) await ended
    return finish.outcome === 'delivered'
  }

  return {
    enqueue,
    enqueueRetry,
    sweepNow: () => void sweepJob?.runNow(),

    async start() {
      if (lanes !== undefined) return
      lanes = openLanes({
        work,
        maxRunning: MAX_RUNNING,
        maxRunningPerHost: MAX_RUNNING_PER_HOST,
        maxRunningPerLane: MAX_RUNNING_PER_LANE,
        maxWaiting: MAX_WAITING,
        maxWaitingPerLane: MAX_WAITING_PER_LANE,
        onCapacity: () => {
          refill().catch(warn('failed to refill the lanes, the sweep will'))
        },
      })
      sweepJob = startJob({
        name: 'sweep deliveries',
        everyMs: SWEEP_EVERY_MS,
        run: makeSweep({ db, clock, log, keepDays, onWaiting }),
        onError: warn('a sweep failed and will be retried'),
      })
      subscription = await queue.subscribe(schedule)
    },

    async stop() {
      await sweepJob?.stop()
      await subscription?.stop()
      timers.clear()
      await lanes?.drain()
      await Promise.all(storing)
      lanes = undefined
      subscription = undefined
      sweepJob = undefined
    },
  }
}

/** One lane per recipient, so that failures stay isolated. */
export const laneOf = ({
  workspaceId,
  agentId,
}: Pick<Recipient, 'workspaceId' | 'agentId'>): string => `${workspaceId}/${agentId}`
