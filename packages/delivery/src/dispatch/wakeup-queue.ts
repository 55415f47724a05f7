import { createHash } from 'node:crypto'
import { createPostgresBackend, Queue, type QueueOptions, Worker, withBackend } from 'bullmq'
import { Redis } from 'ioredis'

/** A request to attempt one delivery at `at`. A duplicate is harmless, because its claim fails. */
export type Wakeup = {
  readonly id: string
  /** Part of the job id, so that a second wakeup for the same attempt is ignored. */
  readonly attempt: number
  readonly at: Date
  /** The recipient's lane; see `Lanes`. */
  readonly lane: string
  readonly host: string
}

export type WakeupQueue = {
  readonly backend: 'postgresql' | 'redis'
  /** Rejects if the queue is unreachable. The sweep finds the deliveries without the queue. */
  enqueue(wakeups: readonly Wakeup[], now: Date): Promise<void>
  subscribe(onWakeup: (wakeup: Wakeup) => void): Promise<Subscription>
  close(): Promise<void>
}

export type Subscription = { stop(): Promise<void> }

type Options = {
  databaseUrl: string
  /** Unset: the queue is kept in PostgreSQL. */
  redisUrl: string | undefined
  /** Separates installations that share a Redis. */
  name: string
  onError: (error: Error) => void
}

type Producer = {
  add(wakeups: readonly Wakeup[], now: Date): Promise<void>
  stop(): Promise<void>
}
/** Wakeups for one host at one time share a job, because BullMQ's cost is per job. */
type JobData = { at: number; host: string; lanes: LaneData[] }
type LaneData = { lane: string; deliveries: { id: string; attempt: number }[] }

const TIMEOUT_MS = 3000
const WAKEUPS_PER_JOB = 50
/** BullMQ delivers jobs up to 700 ms late, so subscribers get them early and wait until `at`. */
const EARLY_MS = 1000
const SCHEMA = 'quartermaster_queue'

/** BullMQ, on Redis or on PostgreSQL. No other file uses it. */
export function openWakeupQueue({ databaseUrl, redisUrl, name, onError }: Options): WakeupQueue {
  const postgres = withBackend(createPostgresBackend)
  const inPostgres = { connectionString: databaseUrl, schema: SCHEMA, migrate: true, max: 4 }
  const connectRedis = (options: object) => {
    const client = new Redis(redisUrl ?? '', { lazyConnect: false, ...options })
    client.on('error', onError)
    return client
  }

  function openProducer(): Producer {
    if (redisUrl === undefined) {
      const queue = new postgres.Queue<JobData>(name, { connection: { ...inPostgres } })
      queue.on('error', onError)
      return { add: (wakeups, now) => addJobs(queue, wakeups, now), stop: () => queue.close() }
    }
    // Fail fast while Redis is down: the sweep enqueues again.
    const connection = connectRedis({ maxRetriesPerRequest: 1 })
    const queue = new Queue<JobData>(name, { connection } as unknown as QueueOptions)
    queue.on('error', onError)
    const stop = async () => {
      await closeWithin(queue.close())
      connection.disconnect()
    }
    return {
      add: (wakeups, now) => addJobs(queue as unknown as BulkQueue, wakeups, now),
      stop,
    }
  }

  function openConsumer(onWakeup: (wakeup: Wakeup) => void): Subscription {
    const handle = async ({ data: { at, host, lanes } }: { data: JobData }) => {
      for (const { lane, deliveries } of lanes) {
        for (const delivery of deliveries) onWakeup({ ...delivery, lane, host, at: new Date(at) })
      }
    }
    const options = {
      concurrency: 100,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
      drainDelay: 5,
    }
    if (redisUrl === undefined) {
      const worker = new postgres.Worker<JobData>(name, handle, {
        ...options,
        connection: { ...inPostgres },
      })
      worker.on('error', onError)
      return { stop: () => closeWithin(worker.close()) }
    }
    const connection = connectRedis({ maxRetriesPerRequest: null })
    const worker = new Worker<JobData>(name, handle, { ...options, connection } as never)
    worker.on('error', onError)
    const stop = async () => {
      await closeWithin(worker.close())
      connection.disconnect()
    }
    return { stop }
  }

  let producer: Producer | undefined
  return {
    backend: redisUrl === undefined ? 'postgresql' : 'redis',
    async enqueue(wakeups, now) {
      if (wakeups.length === 0) return
      producer ??= openProducer()
      await withTimeout(producer.add(wakeups, now))
    },
    async subscribe(onWakeup) {
      return openConsumer(onWakeup)
    },
    async close() {
      await producer?.stop()
    },
  }
}

type BulkQueue = {
  addBulk(jobs: { name: string; data: JobData; opts: object }[]): Promise<unknown>
}

const addJobs = async (queue: BulkQueue, wakeups: readonly Wakeup[], now: Date): Promise<void> => {
  await queue.addBulk(
    toJobs(wakeups).map((data) => ({
      name: 'deliver',
      data,
      opts: {
        jobId: jobIdOf(data),
        delay: Math.max(data.at - now.getTime() - EARLY_MS, 0),
        removeOnComplete: true,
        removeOnFail: true,
      },
    })),
  )
}

/** BullMQ drops a job whose id already exists, so the id is a hash of all attempts in the job. */
function jobIdOf({ lanes }: JobData): string {
  const attempts = lanes
    .flatMap(({ deliveries }) => deliveries)
    .map(({ id, attempt }) => `${id}_${attempt}`)
    .sort()
  return createHash('sha256').update(attempts.join()).digest('base64url')
}

function toJobs(wakeups: readonly Wakeup[]): JobData[] {
  const groups = Map.groupBy(wakeups, ({ at, host }) => `${at.getTime()} ${host}`)
  return [...groups.values()].flatMap((group) => {
    const [{ at, host } = { at: new Date(0), host: '' }] = group
    const chunks = Array.from({ length: Math.ceil(group.length / WAKEUPS_PER_JOB) }, (_, index) =>
      group.slice(index * WAKEUPS_PER_JOB, (index + 1) * WAKEUPS_PER_JOB),
    )
    return chunks.map((chunk) => ({ at: at.getTime(), host, lanes: byLane(chunk) }))
  })
}

const byLane = (wakeups: readonly Wakeup[]): LaneData[] =>
  [...Map.groupBy(wakeups, ({ lane }) => lane)].map(([lane, own]) => ({
    lane,
    deliveries: own.map(({ id, attempt }) => ({ id, attempt })),
  }))

function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The queue did not respond')), TIMEOUT_MS)
  work.catch(() => {})
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Limits the time, because closing never completes on an unreachable backend. */
const closeWithin = (closing: Promise<unknown>): Promise<void> =>
  withTimeout(closing).then(
    () => {},
    () => {},
  )
