import { createHash } from 'node:crypto'
import { createPostgresBackend, Queue, type QueueOptions, Worker, withBackend } from 'bullmq'
import { Redis } from 'ioredis'

/** "Look at this delivery at this moment." Whoever hears it twice finds nothing to do the second time. */
export type Ring = {
  readonly id: string
  /** Which attempt is meant: a second ring for the same one is ignored. */
  readonly attempt: number
  readonly at: Date
  /** Whose it is. */
  readonly lane: string
  readonly host: string
}

export type Doorbell = {
  readonly backend: 'postgresql' | 'redis'
  /** Fails when the queue cannot be reached; the rows are found again without it. */
  ring(rings: readonly Ring[], now: Date): Promise<void>
  answer(onRing: (ring: Ring) => void): Promise<Answering>
  close(): Promise<void>
}

export type Answering = { stop(): Promise<void> }

type Options = {
  databaseUrl: string
  /** Unset: the queue is kept in PostgreSQL. */
  redisUrl: string | undefined
  /** Tells installations apart that share a Redis. */
  name: string
  onError: (error: Error) => void
}

type Bell = { add(rings: readonly Ring[], now: Date): Promise<void>; stop(): Promise<void> }
type Ear = { stop(): Promise<void> }
/** Those for one host at one moment share a job: the queue's work is per job. */
type Data = { at: number; host: string; lanes: LaneData[] }
type LaneData = { lane: string; deliveries: { id: string; attempt: number }[] }

const GIVE_UP_MS = 3000
const PER_JOB = 50
/** Queues wake up to a tenth of a second late; who hears the ring waits for the exact moment. */
const EARLY_MS = 250
const SCHEMA = 'quartermaster_queue'

/** The only place that knows the queue: BullMQ, on Redis or on PostgreSQL. */
export function openDoorbell({ databaseUrl, redisUrl, name, onError }: Options): Doorbell {
  const postgres = withBackend(createPostgresBackend)
  const inPostgres = { connectionString: databaseUrl, schema: SCHEMA, migrate: true, max: 4 }
  const redis = (options: object) => {
    const client = new Redis(redisUrl ?? '', { lazyConnect: false, ...options })
    client.on('error', onError)
    return client
  }

  function makeBell(): Bell {
    if (redisUrl === undefined) {
      const queue = new postgres.Queue<Data>(name, { connection: { ...inPostgres } })
      queue.on('error', onError)
      return { add: (rings, now) => add(queue, rings, now), stop: () => queue.close() }
    }
    // Whoever rings does not wait for a Redis that is gone: the sweep will ring again.
    const connection = redis({ maxRetriesPerRequest: 1 })
    const queue = new Queue<Data>(name, { connection } as unknown as QueueOptions)
    queue.on('error', onError)
    const stop = async () => {
      await withinReason(queue.close())
      connection.disconnect()
    }
    return { add: (rings, now) => add(queue as unknown as Adding, rings, now), stop }
  }

  function makeEar(onRing: (ring: Ring) => void): Ear {
    const hear = async ({ data: { at, host, lanes } }: { data: Data }) => {
      for (const { lane, deliveries } of lanes) {
        for (const delivery of deliveries) onRing({ ...delivery, lane, host, at: new Date(at) })
      }
    }
    const options = {
      concurrency: 100,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
      drainDelay: 5,
    }
    if (redisUrl === undefined) {
      const worker = new postgres.Worker<Data>(name, hear, {
        ...options,
        connection: { ...inPostgres },
      })
      worker.on('error', onError)
      return { stop: () => withinReason(worker.close()) }
    }
    const connection = redis({ maxRetriesPerRequest: null })
    const worker = new Worker<Data>(name, hear, { ...options, connection } as never)
    worker.on('error', onError)
    const stop = async () => {
      await withinReason(worker.close())
      connection.disconnect()
    }
    return { stop }
  }

  let bell: Bell | undefined
  return {
    backend: redisUrl === undefined ? 'postgresql' : 'redis',
    async ring(rings, now) {
      if (rings.length === 0) return
      bell ??= makeBell()
      await orGiveUp(bell.add(rings, now))
    },
    async answer(onRing) {
      return makeEar(onRing)
    },
    async close() {
      await bell?.stop()
    },
  }
}

type Adding = { addBulk(jobs: { name: string; data: Data; opts: object }[]): Promise<unknown> }

const add = async (queue: Adding, rings: readonly Ring[], now: Date): Promise<void> => {
  await queue.addBulk(
    share(rings).map((data) => ({
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

/** The same ring twice is one job; one that shares only some of its deliveries is another. */
function jobIdOf({ lanes }: Data): string {
  const words = lanes
    .flatMap(({ deliveries }) => deliveries)
    .map(({ id, attempt }) => `${id}_${attempt}`)
    .sort()
  return createHash('sha256').update(words.join()).digest('base64url')
}

function share(rings: readonly Ring[]): Data[] {
  const groups = Map.groupBy(rings, ({ at, host }) => `${at.getTime()} ${host}`)
  return [...groups.values()].flatMap((group) => {
    const [{ at, host } = { at: new Date(0), host: '' }] = group
    const chunks = Array.from({ length: Math.ceil(group.length / PER_JOB) }, (_, index) =>
      group.slice(index * PER_JOB, (index + 1) * PER_JOB),
    )
    return chunks.map((chunk) => ({ at: at.getTime(), host, lanes: byLane(chunk) }))
  })
}

const byLane = (rings: readonly Ring[]): LaneData[] =>
  [...Map.groupBy(rings, ({ lane }) => lane)].map(([lane, own]) => ({
    lane,
    deliveries: own.map(({ id, attempt }) => ({ id, attempt })),
  }))

function orGiveUp<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The queue does not answer')), GIVE_UP_MS)
  work.catch(() => {})
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** A queue that is gone cannot say goodbye. */
const withinReason = (closing: Promise<unknown>): Promise<void> =>
  orGiveUp(closing).then(
    () => {},
    () => {},
  )
