import type { Database } from '@quartermaster/db'
import { type Delivery, type LettaAgent, openDelivery } from '@quartermaster/delivery'
import type { AllowList } from '@quartermaster/outbound'
import type { Log } from '@quartermaster/toolkit'
import { makeLookUp } from './recipients/find-letta-agent.ts'
import type { PromptSettings } from './settings.ts'
import { lockOrigin } from './worker/settle.ts'
import { startWorker, type Worker } from './worker/start-worker.ts'

type Options = {
  db: Database
  /** For connections of its own, which must reach the database itself and no pooler. */
  databaseUrl: string
  /** Unset: the queue is kept in PostgreSQL. */
  redisUrl?: string | undefined
  settings: PromptSettings
  /** Private hosts that may be called. */
  allow: AllowList
  clock: () => Date
  log: Log
}

/** Scheduled prompts, open while the process runs. */
export type Prompts = {
  readonly settings: PromptSettings
  readonly delivery: Delivery
  findLettaAgent(id: string, signal: AbortSignal): Promise<LettaAgent | undefined>
  /** Starts the background loop in this process; false where it runs already. */
  startWorker(): Promise<boolean>
  isWorking(): boolean
  /** Something may be due sooner than the loop would look. */
  nudge(): void
  close(): Promise<void>
}

export async function openPrompts(options: Options): Promise<Prompts> {
  const { db, databaseUrl, redisUrl, settings, allow, clock, log } = options
  const { letta, keepDays } = settings
  const delivery = await openDelivery({
    ...{ db, databaseUrl, redisUrl, letta, allow, keepDays, clock, log, lockOrigin },
  })
  let worker: Promise<Worker> | undefined
  let running: Worker | undefined
  return {
    settings,
    delivery,
    findLettaAgent: makeLookUp(delivery.letta),
    async startWorker() {
      if (worker !== undefined) return false
      worker = startWorker({ db, delivery, settings, clock, log })
      // One that could not be started may be started again.
      worker.catch(() => {
        worker = undefined
      })
      running = await worker
      return true
    },
    isWorking: () => worker !== undefined,
    nudge: () => running?.nudge(),
    async close() {
      const started = await worker?.catch(() => undefined)
      await started?.stop()
      await delivery.close()
    },
  }
}
