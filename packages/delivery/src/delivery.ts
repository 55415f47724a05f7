import type { Database } from '@quartermaster/db'
import {
  type AllowList,
  isRefusedAddress,
  openOutbound,
  type TraceRequest,
} from '@quartermaster/outbound'
import { type Log, mapSecretTexts, SealedByOtherKey, type Vault } from '@quartermaster/toolkit'
import { makeDeliver } from './attempt/deliver.ts'
import { checkRedis } from './dispatch/check-redis.ts'
import { laneOf, MAX_RUNNING_PER_HOST, makeDispatcher } from './dispatch/dispatcher.ts'
import { installationName } from './dispatch/installation-name.ts'
import { openWakeupQueue, type Wakeup } from './dispatch/wakeup-queue.ts'
import { type Letta, type LettaSettings, openLetta } from './letta.ts'
import type { Claim } from './queries/claim-deliveries.ts'
import type { Finish } from './queries/finish-deliveries.ts'
import { destinationOf, type Recipient } from './recipients/destination.ts'
import type { ScheduleGate } from './schedule-gate.ts'
import { createTarget, type DeliverTo } from './targets/index.ts'
import { type Target, unusableTarget } from './targets/target.ts'
import { openWorkerLock } from './worker-lock.ts'

export type DeliveryOptions = {
  db: Database
  /** For separate connections, which must not go through a transaction pooler. */
  databaseUrl: string
  /** Unset: the queue is kept in PostgreSQL. */
  redisUrl: string | undefined
  letta: LettaSettings | undefined
  /** Private hosts that may be called. */
  allow: AllowList
  /** Opens sealed secrets of `deliver_to`. Unset: secrets are not sealed. */
  vault?: Vault | undefined
  /** How long ended deliveries are kept. */
  keepDays: number
  clock: () => Date
  log: Log
  gate: ScheduleGate
  /** Makes requests part of a trace. Unset: requests are not traced. */
  traceRequest?: TraceRequest | undefined
  /** Called at the end of every attempt, for metrics. */
  onAttempt?: ((finish: Finish) => void) | undefined
}

/** A delivery whose row is committed, and the time of its next attempt. */
export type Enqueued = Pick<Wakeup, 'id' | 'attempt' | 'at'> & { readonly recipient: Recipient }

export type Delivery = {
  readonly backend: 'postgresql' | 'redis'
  readonly letta: Letta | undefined
  /** Makes one attempt in this process, and resolves when its outcome is stored. */
  deliver(claim: Claim): Promise<Finish | undefined>
  /** Queues these deliveries, so that a worker attempts each at its time. */
  enqueue(deliveries: readonly Enqueued[]): Promise<void>
  /** Warns of `deliver_to` settings that are valid but cannot work at present. */
  findWarnings(deliverTo: DeliverTo): Promise<string[]>
  /** If this process is a worker, looks for due deliveries without a wakeup. */
  sweepNow(): void
  /** `listener` is called when a schedule is due before the workers' next look, or a workspace is resumed. */
  onScheduleSoon(listener: (isResumed: boolean) => void): void
  /** Makes this process a worker. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Whether this process holds its worker lock, without which it claims nothing. */
  holdsWorkerLock(): boolean
  close(): Promise<void>
}

const DRAIN_MS = 20_000

export async function openDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { db, databaseUrl, redisUrl, allow, clock, log, gate, keepDays, vault } = options
  if (redisUrl !== undefined) await checkRedis(redisUrl)
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  const trace = options.traceRequest
  const outbound = openOutbound({ allow, connections: MAX_RUNNING_PER_HOST, trace })
  const letta = options.letta && openLetta(options.letta, MAX_RUNNING_PER_HOST, trace)
  const queue = openWakeupQueue({
    databaseUrl,
    redisUrl,
    name: redisUrl === undefined ? 'deliveries' : await installationName(db),
    onError: throttled(warn('the queue reported an error')),
  })
  const workerLock = openWorkerLock({
    db,
    databaseUrl,
    onError: warn('the worker’s lock connection was lost'),
  })
  const stopping = new AbortController()

  const targetOf = (recipient: Recipient): Target => {
    const destination = destinationOf(recipient, letta !== undefined)
    if (destination.kind === 'nowhere') return unusableTarget(destination.problem)
    try {
      return createTarget(openSecrets(destination, recipient, vault), { outbound, letta })
    } catch (error) {
      if (error instanceof SealedByOtherKey) return unusableTarget(UNREADABLE_SECRET)
      throw error
    }
  }
  const routeOf = (recipient: Recipient) => ({
    lane: laneOf(recipient),
    host: targetOf(recipient).host,
  })
  const deliver = makeDeliver({
    db,
    workerLock,
    targetOf,
    gate,
    lettaWorkspace: options.letta?.workspace,
    clock,
    log,
    signal: stopping.signal,
    onRetry: (finish, host) => dispatcher.enqueueRetry(finish, host),
    onAttempt: options.onAttempt,
  })
  const dispatcher = makeDispatcher({ db, queue, deliver, routeOf, keepDays, clock, log })

  async function stop(): Promise<void> {
    const limit = setTimeout(() => stopping.abort(), DRAIN_MS)
    await dispatcher.stop()
    clearTimeout(limit)
  }

  return {
    backend: queue.backend,
    letta,
    async deliver(claim) {
      const attempted = await deliver(claim)
      await attempted?.stored
      return attempted?.finish
    },
    enqueue: (deliveries) =>
      dispatcher.enqueue(
        deliveries.map(({ recipient, ...wakeup }) => ({ ...wakeup, ...routeOf(recipient) })),
      ),
    async findWarnings(deliverTo) {
      const { url, base_url = url } = deliverTo as { url?: string; base_url?: string }
      if (base_url === undefined || !(await isRefusedAddress(base_url, allow))) return []
      const field = url === undefined ? 'base_url' : 'url'
      return [
        `deliver_to.${field} is a private address, so every delivery to it fails. Add its host to QM_OUTBOUND_ALLOW to allow it.`,
      ]
    },
    sweepNow: dispatcher.sweepNow,
    onScheduleSoon: workerLock.onScheduleSoon,
    async start() {
      await workerLock.ready()
      await dispatcher.start()
    },
    stop,
    holdsWorkerLock: () => workerLock.heldNumber() !== undefined,
    async close() {
      await stop()
      stopping.abort()
      await queue.close()
      await workerLock.close()
      await outbound.close()
      await letta?.close()
    },
  }
}

const UNREADABLE_SECRET =
  'The secrets of its deliver_to cannot be decrypted with the key of this process. Give all processes the same QM_ENCRYPTION_KEY.'

/** The context in which the secrets of an agent's settings are sealed. */
export const secretContext = (workspaceId: string, agent: string): string =>
  `deliver_to ${workspaceId} ${agent}`

function openSecrets(
  destination: DeliverTo,
  { workspaceId, agentId }: Recipient,
  vault: Vault | undefined,
): DeliverTo {
  if (vault === undefined) return destination
  const context = secretContext(workspaceId, agentId)
  return mapSecretTexts(destination, (text) => vault.open(text, context)) as DeliverTo
}

const THROTTLE_MS = 10_000

/** An unreachable queue reports an error for every reconnection attempt. */
function throttled(report: (error: unknown) => void): (error: unknown) => void {
  let next = 0
  return (error) => {
    if (performance.now() < next) return
    next = performance.now() + THROTTLE_MS
    report(error)
  }
}
