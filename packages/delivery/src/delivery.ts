import { createHash } from 'node:crypto'
import type { Database } from '@quartermaster/db'
import { type AllowList, openOutbound } from '@quartermaster/outbound'
import type { Log } from '@quartermaster/toolkit'
import { makeDeliver } from './attempt/deliver.ts'
import { checkRedis } from './dispatch/check-redis.ts'
import { type Lanes, openLanes } from './dispatch/lanes.ts'
import { type Repeating, repeat } from './dispatch/repeat.ts'
import { makeSweep, SWEEP_EVERY_MS } from './dispatch/sweep.ts'
import { type Answering, openDoorbell, type Ring } from './dispatch/wakeup-queue.ts'
import { type Letta, type LettaSettings, openLetta } from './letta.ts'
import type { Claim } from './queries/claim.ts'
import type { Finish, LockOrigin } from './queries/finish.ts'
import { findInstallation } from './queries/installation.ts'
import { findWaiting, type Waiting } from './queries/sweep.ts'
import { placeOf, type Recipient } from './recipients/destination.ts'
import { targetAt } from './targets/index.ts'
import { openWorkerSession } from './worker-lock.ts'

export type DeliveryOptions = {
  db: Database
  /** For connections of its own, which must reach the database itself and no pooler. */
  databaseUrl: string
  /** Unset: the queue is kept in PostgreSQL. */
  redisUrl: string | undefined
  letta: LettaSettings | undefined
  /** Private hosts that may be called. */
  allow: AllowList
  /** How long an ended delivery is remembered. */
  keepDays: number
  clock: () => Date
  log: Log
  lockOrigin: LockOrigin
}

export type Delivery = {
  readonly backend: 'postgresql' | 'redis'
  readonly letta: Letta | undefined
  /** One attempt, here and now, to its very end. */
  deliver(claim: Claim): Promise<Finish | undefined>
  /** Has deliveries looked at in time, by whichever worker; call it when their rows are committed. */
  ring(
    rings: readonly Omit<Ring, 'lane' | 'host'>[],
    recipients: readonly Recipient[],
  ): Promise<void>
  /** Looks for what is due and nobody was told of. */
  sweepNow(): void
  onSoon(listener: () => void): void
  /** Begins to deliver what is rung for. */
  start(): Promise<void>
  readonly isStarted: () => boolean
  stop(): Promise<void>
  close(): Promise<void>
}

const MOST = 2000
const MOST_PER_LANE = 200
const MOST_PER_HOST = 800
/** Outcomes that may wait for the database while more is sent. */
const MOST_UNSTORED = 2000
const PULLED = 10_000
const DRAIN_MS = 20_000
/** So late, the bell was not only lost but is broken: whoever finds it takes it. */
const OVERDUE_MS = 2 * SWEEP_EVERY_MS

export async function openDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { db, databaseUrl, redisUrl, allow, clock, log, lockOrigin, keepDays } = options
  if (redisUrl !== undefined) await checkRedis(redisUrl)
  const complain = (words: string) => (error: unknown) => log.warn({ err: error }, words)
  const outbound = openOutbound({ allow, connections: MOST_PER_HOST })
  const letta = options.letta && openLetta(options.letta, MOST_PER_HOST)
  const installation = await findInstallation(db)
  const name = redisUrl === undefined ? 'deliveries' : `quartermaster-${hash(installation)}`
  const onError = seldom(complain('the queue reports an error'))
  const doorbell = openDoorbell({ databaseUrl, redisUrl, name, onError })
  const session = openWorkerSession({
    databaseUrl,
    onError: complain('the worker’s own connection was lost'),
  })
  const stopping = new AbortController()

  const wayTo = (recipient: Recipient) => ({
    lane: laneOf(recipient),
    host: targetAt(placeOf(recipient, letta !== undefined), { outbound, letta }).host,
  })

  /** Knocks here if the bell is broken: a delivery is claimed once, whoever comes for it. */
  const ringAll = async (rings: readonly Ring[]) => {
    try {
      await doorbell.ring(rings, clock())
    } catch (error) {
      log.warn({ err: error, deliveries: rings.length }, 'the queue cannot be reached')
      for (const ring of rings) hear(ring)
    }
  }
  const onRetry = (finish: Finish, host: string) => {
    const { id, attempt, attemptAt } = finish
    // Far ones are rung by a sweep when they come near: a queue is no place to keep them.
    if (attemptAt === null || attemptAt.getTime() - clock().getTime() > 60_000) return
    const ring = { id, attempt, at: attemptAt, lane: laneOf(finish), host }
    ringAll([ring]).catch(complain('a retry was not rung'))
  }
  const deliver = makeDeliver({
    ...{ db, session, outbound, letta, lockOrigin, clock, log, onRetry },
    signal: stopping.signal,
  })

  let lanes: Lanes | undefined
  let answering: Answering | undefined
  let sweeping: Repeating | undefined
  const timers = new Set<NodeJS.Timeout>()

  /** Clocks differ and timers are early: the row is not looked at before its time. */
  const hear = ({ id, at, lane, host }: Ring) => {
    const wait = at.getTime() - clock().getTime()
    if (wait <= 0) return lanes?.add(id, lane, host)
    if (wait > 60_000 || timers.size > 10_000) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      lanes?.add(id, lane, host)
    }, wait)
    timers.add(timer)
  }

  const toRing = (row: Waiting): Ring => ({
    ...{ id: row.id, attempt: row.attempts, at: row.attemptAt },
    ...wayTo(row),
  })
  const found = async (waiting: readonly Waiting[], now: Date) => {
    const rings = waiting.map(toRing)
    const isOverdue = ({ at }: Ring) => now.getTime() - at.getTime() > OVERDUE_MS
    for (const ring of rings.filter(isOverdue)) hear(ring)
    await ringAll(rings.filter((ring) => !isOverdue(ring)))
  }

  /** More was due than fits into memory: what is due now is taken from the table itself. */
  const pull = async () => {
    const now = clock()
    for (const row of await findWaiting(db, { until: now, now, limit: PULLED })) {
      hear(toRing(row))
    }
  }

  const storing = new Set<Promise<void>>()

  /** Its place is free for another as soon as it is sent; the outcome is stored meanwhile. */
  async function work(id: string): Promise<boolean> {
    const attempted = await deliver({ id, forced: false }).catch((error) => {
      log.warn({ err: error, delivery: id }, 'a delivery will be tried again')
    })
    if (!attempted) return true
    const { finish, stored } = attempted
    const ended = stored.catch(() => {}).finally(() => storing.delete(ended))
    storing.add(ended)
    if (storing.size > MOST_UNSTORED) await ended
    return finish.outcome === 'delivered'
  }

  async function start(): Promise<void> {
    if (lanes !== undefined) return
    const sweep = makeSweep({ db, clock, log, keepDays, found })
    lanes = openLanes({
      work,
      ...{
        most: MOST,
        mostPerHost: MOST_PER_HOST,
        mostPerLane: MOST_PER_LANE,
        mostWaiting: 50_000,
        mostWaitingPerLane: 20_000,
      },
      onRoom: () => {
        pull().catch(complain('what was dropped is left to the next sweep'))
      },
    })
    await session.ready()
    sweeping = repeat(sweep, SWEEP_EVERY_MS, complain('a sweep failed and will be tried again'))
    answering = await doorbell.answer(hear)
  }

  async function stop(): Promise<void> {
    await sweeping?.stop()
    await answering?.stop()
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    const limit = setTimeout(() => stopping.abort(), DRAIN_MS)
    await lanes?.drain()
    await Promise.all(storing)
    clearTimeout(limit)
    lanes = undefined
    answering = undefined
    sweeping = undefined
  }

  return {
    backend: doorbell.backend,
    letta,
    async deliver(claim) {
      const attempted = await deliver(claim)
      await attempted?.stored
      return attempted?.finish
    },
    ring: (rings, recipients) =>
      ringAll(rings.map((ring, index) => ({ ...ring, ...wayTo(recipients[index] as Recipient) }))),
    sweepNow: () => sweeping?.now(),
    onSoon: session.onSoon,
    start,
    isStarted: () => lanes !== undefined,
    stop,
    async close() {
      await stop()
      stopping.abort()
      await doorbell.close()
      await session.close()
      await outbound.close()
      await letta?.close()
    },
  }
}

/** A recipient's own: what befalls it befalls no other. */
const laneOf = ({ workspaceId, agentId }: Pick<Recipient, 'workspaceId' | 'agentId'>): string =>
  `${workspaceId}/${agentId}`

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const SELDOM_MS = 10_000

/** A queue that is gone says so at every attempt to reach it. */
function seldom(complain: (error: unknown) => void): (error: unknown) => void {
  let next = 0
  return (error) => {
    if (performance.now() < next) return
    next = performance.now() + SELDOM_MS
    complain(error)
  }
}
