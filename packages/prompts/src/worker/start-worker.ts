import type { Database } from '@quartermaster/db'
import { type Delivery, repeat } from '@quartermaster/delivery'
import type { Log } from '@quartermaster/toolkit'
import { mendSchedules, pruneSchedules } from '../queries/schedules.ts'
import { SOON_MS } from '../queries/settled.ts'
import type { PromptSettings } from '../settings.ts'
import { type Fired, runDue } from './run-due.ts'

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

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const AT_ONCE = 1000

/** What a worker does beside delivering, each part safe to run in any number of processes at once. */
export async function startWorker(options: Options): Promise<Worker> {
  const { delivery, log } = options
  const jobs = {
    tick: { work: () => tick(options), everyMs: SECOND_MS },
    mend: { work: () => mend(options), everyMs: 60 * SECOND_MS },
    prune: { work: () => prune(options), everyMs: HOUR_MS },
  }
  await delivery.start()
  const running = Object.entries(jobs).map(([job, { work, everyMs }]) =>
    repeat(work, everyMs, (error) =>
      log.warn({ err: error, job }, 'a job of the worker failed and will be tried again'),
    ),
  )
  const [ticking] = running
  const nudge = () => ticking?.now()
  delivery.onSoon(nudge)
  return {
    nudge,
    async stop() {
      for (const job of running) await job.stop()
      await delivery.stop()
    },
  }
}

/** Turns what is due into deliveries, a little ahead of its time. */
async function tick({ db, delivery, settings, clock }: Options): Promise<void> {
  const { catchUpPerSecond } = settings
  // Longer than a tick, so that a slot's job is in the queue before its time.
  const limits = { aheadMs: SOON_MS, limit: AT_ONCE, catchUpPerSecond }
  let fired: Fired[]
  do {
    fired = await runDue(db, { now: clock(), ...limits })
    await ringFor(delivery, fired)
  } while (fired.length >= AT_ONCE)
}

async function mend({ db, log }: Options): Promise<void> {
  const schedules = await mendSchedules(db, AT_ONCE)
  if (schedules > 0) log.error({ schedules }, 'schedules waited for deliveries that are not there')
}

async function prune({ db, settings, clock }: Options): Promise<void> {
  await pruneSchedules(db, new Date(clock().getTime() - settings.keepDays * 24 * HOUR_MS), AT_ONCE)
}

/** Tells whoever listens that these are to be looked at, each at its moment. */
const ringFor = (delivery: Delivery, fired: readonly Fired[]): Promise<void> =>
  delivery.ring(
    fired.map(({ delivery: { id, dueAt } }) => ({ id, attempt: 0, at: dueAt })),
    fired.map(({ recipient }) => recipient),
  )
