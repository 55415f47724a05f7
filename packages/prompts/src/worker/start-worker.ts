import type { Database } from '@quartermaster/db'
import type { Delivery } from '@quartermaster/delivery'
import { type Log, startJob } from '@quartermaster/toolkit'
import { LOOKAHEAD_MS } from '../queries/save-settled.ts'
import { pruneSchedules, repairSchedules } from '../queries/schedules.ts'
import type { PromptSettings } from '../settings.ts'
import { type FiredSlot, runDue } from './run-due.ts'

export type Worker = { stop(): Promise<void> }

type Options = {
  db: Database
  delivery: Delivery
  settings: Pick<PromptSettings, 'catchUpPerSecond' | 'keepDays'>
  clock: () => Date
  log: Log
}

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const BATCH = 1000

/** Starts deliveries and the jobs below, which any number of processes may run concurrently. */
export async function startWorker(options: Options): Promise<Worker> {
  const { delivery, log } = options
  const start = (name: string, everyMs: number, run: () => Promise<void>) =>
    startJob({
      name,
      everyMs,
      run,
      onError: (error) => log.warn({ err: error, job: name }, 'a job failed and will be retried'),
    })
  await delivery.start()
  const runDueJob = start('run due schedules', SECOND_MS, () => runDueSchedules(options))
  const jobs = [
    runDueJob,
    start('repair schedules', 60 * SECOND_MS, () => repair(options)),
    start('prune schedules', HOUR_MS, () => prune(options)),
  ]
  delivery.onScheduleSoon((isResumed) => {
    if (isResumed) delivery.sweepNow()
    void runDueJob.runNow()
  })
  return {
    async stop() {
      for (const job of jobs) await job.stop()
      await delivery.stop()
    },
  }
}

/** Turns due slots into deliveries, `LOOKAHEAD_MS` ahead, so that wakeups are queued in time. */
async function runDueSchedules({ db, delivery, settings, clock }: Options): Promise<void> {
  const { catchUpPerSecond } = settings
  const limits = { aheadMs: LOOKAHEAD_MS, limit: BATCH, catchUpPerSecond }
  let fired: FiredSlot[]
  do {
    fired = await runDue(db, { now: clock(), ...limits })
    await delivery.enqueue(
      fired.map(({ delivery: { id, dueAt }, recipient }) => ({
        id,
        attempt: 0,
        at: dueAt,
        recipient,
      })),
    )
    for (const { span } of fired) span?.end()
  } while (fired.length >= BATCH)
}

async function repair({ db, log }: Options): Promise<void> {
  const schedules = await repairSchedules(db, BATCH)
  if (schedules > 0) log.error({ schedules }, 'repaired schedules without a delivery')
}

async function prune({ db, settings, clock }: Options): Promise<void> {
  await pruneSchedules(db, new Date(clock().getTime() - settings.keepDays * 24 * HOUR_MS), BATCH)
}
