import type { Database } from '@quartermaster/db'
import {
  collectBatches,
  fulfilled,
  getTracing,
  type Log,
  type TraceSpan,
} from '@quartermaster/toolkit'
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  releaseClaims,
} from '../queries/claim-deliveries.ts'
import type { Finish } from '../queries/finish-deliveries.ts'
import type { Recipient } from '../recipients/destination.ts'
import type { ScheduleGate } from '../schedule-gate.ts'
import type { Target } from '../targets/target.ts'
import type { WorkerLock } from '../worker-lock.ts'
import { attempt } from './attempt.ts'
import { storeOutcomes } from './store-outcomes.ts'

type Options = {
  db: Database
  workerLock: WorkerLock
  targetOf: (recipient: Recipient) => Target
  gate: ScheduleGate
  lettaWorkspace: string | undefined
  clock: () => Date
  log: Log
  random?: () => number
  /** Aborts attempts in progress. */
  signal: AbortSignal
  /** Called when a delivery gets another attempt, at `finish.attemptAt`. */
  onRetry: (finish: Finish, host: string) => void
  /** Called at the end of every attempt, before its outcome is stored. */
  onAttempt?: ((finish: Finish) => void) | undefined
}

/** An attempt that has ended; `stored` resolves when its outcome is committed. */
export type Attempted = { readonly finish: Finish; readonly stored: Promise<void> }

/** Makes one attempt at a delivery; undefined if it cannot be claimed. */
export type Deliver = (claim: Claim) => Promise<Attempted | undefined>

const BATCH = { maxSize: 200 }

type Held = { readonly row: ClaimedDelivery; readonly claimedAt: number }

/** Claims, sends and stores. Concurrent deliveries share their statements. */
export function makeDeliver(options: Options): Deliver {
  const { db, workerLock, targetOf, gate, lettaWorkspace, clock, log, signal, onRetry } = options
  const { random = Math.random, onAttempt } = options
  /** Deliveries whose claim may have been committed although its response was lost. */
  const unclear = new Set<string>()

  const claim = collectBatches<Claim, Held | undefined>(async (claims) => {
    const worker = workerLock.heldNumber()
    if (worker === undefined) return claims.map(() => fulfilled(undefined))
    const clear = claims.filter(({ id }) => !unclear.has(id))
    const claimedAt = performance.now()
    try {
      const wanted = { worker, claims: clear, now: clock(), lettaWorkspace }
      const rows = await claimDeliveries(db, wanted)
      const byId = new Map(rows.map((row) => [row.id, row]))
      return claims.map(({ id }) => {
        const row = byId.get(id)
        byId.delete(id)
        return fulfilled(row && { row, claimedAt })
      })
    } catch (error) {
      undoClaims(worker, clear)
      throw error
    }
  }, BATCH)

  function undoClaims(worker: number, claims: readonly Claim[]): void {
    const ids = claims.map(({ id }) => id)
    for (const id of ids) unclear.add(id)
    const onFailure = (error: unknown) =>
      log.warn({ err: error, claims: ids.length }, 'failed to release claims, retrying')
    retryUntilDone(() => releaseClaims(db, worker, ids), signal, onFailure)
      .then(() => {
        for (const id of ids) unclear.delete(id)
      })
      .catch(() => {})
  }

  const store = collectBatches<Finish, void>(async (finishes) => {
    try {
      await storeOutcomes(db, gate, finishes)
    } catch (error) {
      log.warn({ err: error, outcomes: finishes.length }, 'failed to store outcomes, retrying')
      throw error
    }
    return finishes.map(() => fulfilled(undefined))
  }, BATCH)

  return async (wanted) => {
    await workerLock.ready()
    const held = await claim(wanted)
    if (held === undefined) return undefined
    const { row, claimedAt } = held
    const target = targetOf(row)
    const onBug = (error: unknown) =>
      log.error({ err: error, delivery: row.id }, 'an attempt failed unexpectedly')
    const span = beginProcessing(row, target)
    const make = () => attempt(row, target, { clock, signal, random, claimedAt, onBug })
    const finish = await (span === undefined ? make() : span.run(make))
    onAttempt?.(finish)
    endProcessing(span, finish)
    // Only this process knows the outcome, so it retries until the outcome is stored.
    const stored = retryUntilDone(() => store(finish), signal).then(() => {
      if (finish.state === 'pending') onRetry(finish, target.host)
    })
    stored.catch(() => {})
    return { finish, stored }
  }
}

const beginProcessing = (row: ClaimedDelivery, target: Target): TraceSpan | undefined =>
  getTracing()?.begin('process deliveries', {
    kind: 'consumer',
    parent: row.traceparent,
    attributes: {
      'messaging.system': 'bullmq',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': 'deliveries',
      'messaging.message.id': row.id,
      'quartermaster.delivery.attempt': row.attempt,
      'quartermaster.delivery.kind': target.kind,
    },
  })

const endProcessing = (span: TraceSpan | undefined, { outcome, state }: Finish): void =>
  span?.end({
    error: outcome === 'delivered' ? undefined : outcome,
    attributes: { 'quartermaster.delivery.state': state },
  })

const LONGEST_WAIT_MS = 5000

async function retryUntilDone(
  work: () => Promise<unknown>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void = () => {},
): Promise<void> {
  for (let wait = 100; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      await work()
      return
    } catch (error) {
      onFailure(error)
      if (signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
