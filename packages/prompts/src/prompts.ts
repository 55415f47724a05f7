import type { Database } from '@quartermaster/db'
import { type Delivery, type Finish, type LettaAgent, openDelivery } from '@quartermaster/delivery'
import type { AllowList, TraceRequest } from '@quartermaster/outbound'
import type { Log, Vault } from '@quartermaster/toolkit'
import { makeFindLettaAgent } from './recipients/find-letta-agent.ts'
import type { PromptSettings } from './settings.ts'
import { scheduleGate } from './worker/schedule-gate.ts'
import { startWorker, type Worker } from './worker/start-worker.ts'

type Options = {
  db: Database
  /** For separate connections, which must not go through a transaction pooler. */
  databaseUrl: string
  /** Unset: the queue is kept in PostgreSQL. */
  redisUrl?: string | undefined
  settings: PromptSettings
  /** False in a process that only answers calls (`QM_ROLE=gateway`). Default: true. */
  canWork?: boolean
  /** Opens the secrets of destinations. */
  vault?: Vault
  /** Private hosts that may be called. */
  allow: AllowList
  clock: () => Date
  log: Log
  /** Makes requests of deliveries part of a trace. Unset: requests are not traced. */
  traceRequest?: TraceRequest | undefined
  /** Called at the end of every attempt at a delivery. */
  onAttempt?: (finish: Finish) => void
}

/** The scheduled prompts of a running process. */
export type Prompts = {
  readonly settings: PromptSettings
  readonly delivery: Delivery
  findLettaAgent(id: string, signal: AbortSignal): Promise<LettaAgent | undefined>
  /** Whether this process may become a worker. */
  readonly canWork: boolean
  /** Makes this process a worker; false if it already is one. */
  startWorker(): Promise<boolean>
  isWorking(): boolean
  /** Whether this process is a worker and can claim deliveries. */
  canDeliver(): boolean
  close(): Promise<void>
}

export async function openPrompts(options: Options): Promise<Prompts> {
  const { db, databaseUrl, redisUrl, settings, canWork = true, vault, allow, clock, log } = options
  const { onAttempt, traceRequest } = options
  const delivery = await openDelivery({
    db,
    databaseUrl,
    redisUrl,
    letta: settings.letta,
    vault,
    allow,
    keepDays: settings.keepDays,
    clock,
    log,
    gate: scheduleGate,
    traceRequest,
    onAttempt,
  })
  let worker: Promise<Worker> | undefined
  return {
    settings,
    delivery,
    canWork,
    findLettaAgent: makeFindLettaAgent(delivery.letta),
    async startWorker() {
      if (!canWork) throw new Error('This process is not a worker')
      if (worker !== undefined) return false
      worker = startWorker({ db, delivery, settings, clock, log })
      worker.catch(() => {
        worker = undefined
      })
      await worker
      return true
    },
    isWorking: () => worker !== undefined,
    canDeliver: () => worker !== undefined && delivery.holdsWorkerLock(),
    async close() {
      const started = await worker?.catch(() => undefined)
      await started?.stop()
      await delivery.close()
    },
  }
}
