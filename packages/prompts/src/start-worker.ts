import type { Database } from '@quartermaster/db'
import { type Delivery, repeat } from '@quartermaster/delivery'
import type { Log } from '@quartermaster/toolkit'
import { pruneSchedules } from './queries/schedules.ts'
import { SOON_MS } from './queries/settled.ts'
import { type Fired, runDue } from './run-due.ts'
import type { PromptSettings } from './settings.ts'

export type Worker = {
  /** Looks for due schedules at once. */
  nudge(): void
  stop(): Promise<void>
}

type Options = {
  db: Database
  delivery: Delivery
  settings: Pick<PromptSettings, 'catchUpPerSecond' | 'keepDays'>
  clock: () => Date
  log: Log
}

const TICK_MS = 1000
// Longer than a tick, so that a slot's job is in the queue before its time.
const AHEAD_MS = SOON_MS
const AT_ONCE = 1000
const HOUR_MS = 3_600_000

/** All that a worker does, each part safe to run in any number of processes at once. */
export async function startWorker({
  db,
  delivery,
  settings,
  clock,
  log,
}: Options): Promise<Worker> {
  const complain = (words: string) => (error: unknown) => log.warn({ err: error }, words)

  const tick = async () => {
    const { catchUpPerSecond } = settings
    let fired: Fired[]
    do {
      fired = await runDue(db, {
        now: clock(),
        aheadMs: AHEAD_MS,
        limit: AT_ONCE,
        catchUpPerSecond,
      })
      await ringFor(delivery, fired)
    } while (fired.length >= AT_ONCE)
  }
  const prune = () =>
    pruneSchedules(db, new Date(clock().getTime() - settings.keepDays * 24 * HOUR_MS), 1000)

  await delivery.start()
  const ticking = repeat(tick, TICK_MS, complain('a tick failed and will be tried again'))
  const pruning = repeat(prune, HOUR_MS, complain('old schedules could not be removed'))
  delivery.onSoon(ticking.now)
  return {
    nudge: ticking.now,
    async stop() {
      await ticking.stop()
      await pruning.stop()
      await delivery.stop()
    },
  }
}

/** Tells whoever listens that these are to be looked at, each at its moment. */
export const ringFor = (delivery: Delivery, fired: readonly Fired[]): Promise<void> =>
  delivery.ring(
    fired.map(({ delivery: { id, dueAt } }) => ({ id, attempt: 0, at: dueAt })),
    fired.map(({ recipient }) => recipient),
  )
