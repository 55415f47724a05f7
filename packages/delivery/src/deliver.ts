import { type Database, inTransaction } from '@quartermaster/db'
import type { Outbound } from '@quartermaster/outbound'
import type { Log } from '@quartermaster/toolkit'
import { attempt } from './attempt.ts'
import { batched } from './batch.ts'
import type { Letta } from './letta.ts'
import { placeOf } from './place.ts'
import { type Claim, type Claimed, claimDeliveries } from './queries/claim.ts'
import { type Finish, finishDeliveries, type Settle } from './queries/finish.ts'
import { clearTroubles, saveTroubles } from './queries/troubles.ts'
import { targetAt } from './targets/index.ts'
import type { WorkerSession } from './worker-session.ts'

type Options = {
  db: Database
  session: WorkerSession
  outbound: Outbound
  letta: Letta | undefined
  settle: Settle
  clock: () => Date
  log: Log
  random?: () => number
  /** Ends what is under way. */
  signal: AbortSignal
  /** An attempt failed, and the next is due then. */
  onRetry: (finish: Finish, lane: string) => void
}

/** One attempt at a delivery; undefined where there was nothing to do. */
export type Deliver = (claim: Claim) => Promise<Finish | undefined>

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

  const claim = batched(
    async (claims: Claim[]): Promise<({ row: Claimed; at: number } | undefined)[]> => {
      const worker = session.liveNumber()
      if (worker === undefined) return []
      const at = performance.now()
      const rows = await claimDeliveries(db, worker, claims, clock())
      const byId = new Map(rows.map((row) => [row.id, row]))
      return claims.map(({ id }) => {
        const row = byId.get(id)
        byId.delete(id)
        return row && { row, at }
      })
    },
  )

  const store = batched(async (finishes: Finish[]): Promise<undefined[]> => {
    await storeAll(options, finishes)
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
    await untilStored(
      () => store(finish),
      signal,
      (error) => log.warn({ err: error, delivery: row.id }, 'an outcome could not be stored yet'),
    )
    if (finish.state === 'pending') onRetry(finish, target.lane)
    return finish
  }
}

async function storeAll(options: Options, finishes: readonly Finish[]): Promise<void> {
  try {
    await storeTogether(options, finishes)
  } catch (error) {
    if (finishes.length === 1) throw error
    // One that cannot be stored must not keep the others from it.
    const stored = await Promise.allSettled(
      finishes.map((finish) => storeTogether(options, [finish])),
    )
    const failed = stored.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}

const storeTogether = ({ db, settle }: Options, finishes: readonly Finish[]): Promise<void> =>
  inTransaction(db, STORE_TIMEOUT_MS, async (trx) => {
    const schedules = finishes.flatMap(({ scheduleId }) =>
      scheduleId === null ? [] : [scheduleId],
    )
    // Schedules are locked before their deliveries, here as everywhere.
    const settleAll = await settle(trx, [...new Set(schedules)])
    const ended = await finishDeliveries(trx, finishes)
    await settleAll(ended)
    const failed = finishes.filter(({ outcome }) => outcome !== 'delivered')
    await clearTroubles(
      trx,
      finishes.filter(({ outcome }) => outcome === 'delivered').map(recipient),
    )
    await saveTroubles(
      trx,
      failed.map((finish) => ({
        ...recipient(finish),
        error: finish.error ?? '',
        at: finish.endedAt,
      })),
    )
  })

const recipient = ({ workspaceId, agentId }: Finish) => ({ workspaceId, agentId })

const LONGEST_WAIT_MS = 5000

/** The outcome is known here and nowhere else: it is kept until the database takes it. */
async function untilStored(
  store: () => Promise<unknown>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (let wait = 100; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      await store()
      return
    } catch (error) {
      onFailure(error)
      if (signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
