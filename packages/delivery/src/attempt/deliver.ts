import { type Database, inTransaction } from '@quartermaster/db'
import type { Outbound } from '@quartermaster/outbound'
import type { Log } from '@quartermaster/toolkit'
import type { Letta } from '../letta.ts'
import { type Claim, type Claimed, claimDeliveries, releaseClaims } from '../queries/claim.ts'
import { type Finish, finishDeliveries, type LockOrigin, type Origin } from '../queries/finish.ts'
import { clearTroubles, saveTroubles } from '../queries/troubles.ts'
import { placeOf } from '../recipients/destination.ts'
import { targetAt } from '../targets/index.ts'
import type { WorkerSession } from '../worker-lock.ts'
import { attempt } from './attempt.ts'
import { batched } from './batch.ts'

type Options = {
  db: Database
  session: WorkerSession
  outbound: Outbound
  letta: Letta | undefined
  lockOrigin: LockOrigin
  clock: () => Date
  log: Log
  random?: () => number
  /** Ends what is under way. */
  signal: AbortSignal
  /** An attempt failed, and the next is due then. */
  onRetry: (finish: Finish, host: string) => void
}

/** An attempt that has ended; what came of it is on its way into the database. */
export type Attempted = { readonly finish: Finish; readonly stored: Promise<void> }

/** One attempt at a delivery; undefined where there was nothing to do. */
export type Deliver = (claim: Claim) => Promise<Attempted | undefined>

type Held = { readonly row: Claimed; readonly at: number }

const STORE_TIMEOUT_MS = 30_000

/** Claims, sends and stores; what happens at the same time shares its statements. */
export function makeDeliver(options: Options): Deliver {
  const {
    db,
    session,
    outbound,
    letta,
    clock,
    log,
    signal,
    onRetry,
    random = Math.random,
  } = options
  const unclear = new Set<string>()

  const claim = batched(async (claims: Claim[]): Promise<(Held | undefined)[]> => {
    const worker = session.liveNumber()
    if (worker === undefined) return []
    const clear = claims.filter(({ id }) => !unclear.has(id))
    const at = performance.now()
    try {
      const rows = await claimDeliveries(db, worker, clear, clock())
      const byId = new Map(rows.map((row) => [row.id, row]))
      return claims.map(({ id }) => {
        const row = byId.get(id)
        byId.delete(id)
        return row && { row, at }
      })
    } catch (error) {
      giveBack(worker, clear)
      throw error
    }
  })

  /** A claim whose answer was lost may have been made: it is undone before anything else happens to it. */
  function giveBack(worker: number, claims: readonly Claim[]): void {
    const ids = claims.map(({ id }) => id)
    for (const id of ids) unclear.add(id)
    const onFailure = (error: unknown) =>
      log.warn({ err: error }, 'claims could not be given back yet')
    untilDone(() => releaseClaims(db, worker, ids), signal, onFailure)
      .then(() => {
        for (const id of ids) unclear.delete(id)
      })
      .catch(() => {})
  }

  const store = batched(async (finishes: Finish[]): Promise<undefined[]> => {
    try {
      await storeAll(options, finishes)
    } catch (error) {
      log.warn({ err: error, outcomes: finishes.length }, 'outcomes could not be stored yet')
      throw error
    }
    return []
  })

  return async (wanted) => {
    await session.ready()
    const claimed = await claim(wanted)
    if (claimed === undefined) return undefined
    const { row, at: claimedAt } = claimed
    const target = targetAt(placeOf(row, letta !== undefined), { outbound, letta })
    const onBug = (error: unknown) =>
      log.error({ err: error, delivery: row.id }, 'an attempt failed by a fault of ours')
    const finish = await attempt(row, target, { clock, signal, random, claimedAt, onBug })
    // The outcome is known here and nowhere else: it is kept until the database takes it.
    const stored = untilDone(() => store(finish), signal).then(() => {
      if (finish.state === 'pending') onRetry(finish, target.host)
    })
    // Whoever wants to know waits for it; if nobody does, it has been logged.
    stored.catch(() => {})
    return { finish, stored }
  }
}

async function storeAll(options: Options, finishes: readonly Finish[]): Promise<void> {
  try {
    await storeTogether(options, finishes)
  } catch (error) {
    if (finishes.length === 1 || !isOwnFault(error)) throw error
    // One that cannot be stored must not keep the others from it.
    const alone = finishes.map((finish) => storeTogether(options, [finish]))
    const failed = (await Promise.allSettled(alone)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

/** What the database has against a statement, not against being asked at all. */
const isOwnFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(2|42)/.test(String(error.code))

const storeTogether = ({ db, lockOrigin }: Options, finishes: readonly Finish[]): Promise<void> =>
  inTransaction(db, STORE_TIMEOUT_MS, async (trx) => {
    const schedules = finishes.flatMap(({ scheduleId }) => scheduleId ?? [])
    // Schedules are locked before their deliveries, here as everywhere.
    const origin = await lockOrigin(trx, [...new Set(schedules)])
    const ended = await finishDeliveries(
      trx,
      finishes.map((finish) => ({ ...finish, state: stateOf(finish, origin) })),
    )
    await origin.settle(ended)
    const delivered = finishes.filter(({ outcome }) => outcome === 'delivered')
    const now = new Date(Math.max(...finishes.map(({ endedAt }) => endedAt.getTime())))
    await clearTroubles(trx, delivered.map(recipient), now)
    const failed = finishes.filter(({ outcome }) => outcome !== 'delivered')
    await saveTroubles(
      trx,
      failed.map((finish) => ({
        ...recipient(finish),
        target: finish.target,
        error: finish.error ?? '',
        at: finish.endedAt,
      })),
    )
  })

/** Cancelled or paused while it was being sent: then the attempt that failed was its last for now. */
function stateOf(finish: Finish, origin: Origin): Finish['state'] {
  if (finish.state !== 'pending') return finish.state
  const states = { again: 'pending', later: 'held', never: 'cancelled' } as const
  return states[origin.wants(finish)]
}

const recipient = ({ workspaceId, agentId }: Finish) => ({ workspaceId, agentId })

const LONGEST_WAIT_MS = 5000

async function untilDone(
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
