import { setTimeout as delay } from 'node:timers/promises'
import { migrate, type OpenDatabase, openDatabase } from '@quartermaster/db'
import { openOutbound, parseAllowList } from '@quartermaster/outbound'
import { DEFAULT_SETTINGS, openPrompts } from '@quartermaster/prompts'
import { createPostgresBackend, Queue, Worker, withBackend } from 'bullmq'
import { makeSweep } from '../packages/delivery/src/dispatch/sweep.ts'
import { runDue } from '../packages/prompts/src/worker/run-due.ts'
import { findRedis } from '../packages/testing/src/redis.ts'
import { compare, printTable, type Row } from './measure.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import type { System } from './system.ts'

const AT_ONCE = 3000
const SAME_SECOND = 1000
const DUE = 10_000
const STORED = { little: 1000, much: 1_000_000 }
const GIVE_UP_MS = 60_000

const allow = parseAllowList('127.0.0.1')
const complain = (_details: object, message: string) => console.warn(message)
const log = { debug() {}, info() {}, warn: complain, error: complain }

/** Scheduled prompts beside raw BullMQ on the same back end, and the tick on much beside little. */
export async function benchPrompts(system: System): Promise<void> {
  const little = await openFresh(system, 'little')
  const receiver = await startReceiver()
  const redis = await findRedis()
  try {
    await hire(little, receiver.url)
    await benchDelivery(little, receiver, undefined)
    await benchDelivery(little, receiver, redis.url)
  } finally {
    await redis.stop()
    await receiver.stop()
  }
  const much = await openFresh(system, 'much')
  await benchTick(little, much)
  await little.close()
  await much.close()
}

type Fresh = OpenDatabase & { readonly url: string; readonly workspaceId: string }

/** An empty database: the tick looks at all schedules of one. */
async function openFresh(system: System, name: string): Promise<Fresh> {
  const url = new URL(system.databaseUrl)
  url.pathname = `/bench_${name}`
  await system.services.database.pool.query(`create database bench_${name}`)
  const database = openDatabase({ url: url.href })
  await migrate(database.db)
  const { rows } = await database.pool.query(
    "insert into workspaces (name) values ('bench') returning id",
  )
  return { ...database, url: url.href, workspaceId: rows[0].id }
}

const hire = ({ pool, workspaceId }: Fresh, url: string) =>
  pool.query("insert into agents (workspace_id, name, deliver_to) values ($1, 'agent', $2)", [
    workspaceId,
    { kind: 'webhook', url },
  ])

const SCHEDULE = `
  insert into schedules (workspace_id, agent_id, prompt, kind, expression, first_run, next_run,
    due_at, misfire, overlap, created_by, created_at, updated_at)
  select $1, 'agent', 'Prompt ' || n, 'once', at, at, at, at, 'once', 'skip', 'agent', now(), now()
  from generate_series(1, $2::int) n, (select $3::timestamptz as at) due`

const schedule = ({ pool, workspaceId }: Fresh, count: number, at: Date) =>
  pool.query({ text: SCHEDULE, values: [workspaceId, count, at] })

type Contestant = {
  /** How long before their moment they are handed in: enough to place them all. */
  readonly leadMs: number
  /** Has so many done at that moment, and comes back when all are and that is stored. */
  run(count: number, at: Date): Promise<void>
}

async function benchDelivery(database: Fresh, receiver: Receiver, redisUrl: string | undefined) {
  const raw = openRaw(database.url, redisUrl)
  const outbound = openOutbound({ allow })
  const post = (at: Date) => async () => {
    const body = JSON.stringify({ timestamp: at, data: { prompt: 'Prompt' } })
    const headers = { 'content-type': 'application/json' }
    await outbound.request(receiver.url, { method: 'POST', body, headers, timeoutMs: 15_000 })
  }
  const prompts = await openPrompts({
    ...{ db: database.db, databaseUrl: database.url, redisUrl, allow, log },
    ...{ settings: DEFAULT_SETTINGS, clock: () => new Date() },
  })
  try {
    await prompts.startWorker()
    const results = await race(receiver, {
      nothing: { leadMs: 1500, run: (count, at) => raw.run(count, at, async () => {}) },
      post: { leadMs: 1500, run: (count, at) => raw.run(count, at, post(at)) },
      ours: {
        leadMs: 3500,
        async run(count, at) {
          await schedule(database, count, at)
          await untilEnded(database, at)
        },
      },
    })
    printDelivery(prompts.delivery.backend, results)
  } finally {
    await prompts.close()
    await raw.close()
    await outbound.close()
  }
  await checkRecorded(database)
}

function printDelivery(backend: string, results: Record<'nothing' | 'post' | 'ours', Result>) {
  const { nothing, post, ours } = results
  const row = (name: string, { perSecond, late }: Result): Row => [
    name,
    perSecond,
    perSecond / nothing.perSecond,
    perSecond / post.perSecond,
    ...(late.length === 0 ? ['', ''] : [quantile(late, 0.5), quantile(late, 0.99)]),
  ]
  printTable(
    `Prompts on ${backend}: 3,000 due at one moment, and how late 1,000 are`,
    ['way', 'per second', 'of raw', 'of raw that POSTs', 'late p50 ms', 'late p99 ms'],
    [
      row('raw BullMQ, jobs that do nothing', nothing),
      row('raw BullMQ, jobs that POST', post),
      row('Quartermaster, POSTed, every attempt recorded', ours),
    ],
  )
}

type Result = { perSecond: number; late: number[] }

/** In turns, of which the first only warms up. */
async function race<Name extends string>(
  receiver: Receiver,
  contestants: Record<Name, Contestant>,
): Promise<Record<Name, Result>> {
  const entries = Object.entries(contestants) as [Name, Contestant][]
  const results = new Map(entries.map(([name]) => [name, { perSecond: 0, late: [] as number[] }]))
  for (const count of [SAME_SECOND, AT_ONCE, AT_ONCE, SAME_SECOND]) {
    for (const [name, { leadMs, run }] of entries) {
      const due = new Date(Date.now() + leadMs)
      await orGiveUp(run(count, due))
      const perSecond = count / ((Date.now() - due.getTime()) / 1000)
      const late = await receiver.take()
      const result = results.get(name) as Result
      if (count === AT_ONCE) result.perSecond += perSecond / 2
      else result.late = late
    }
  }
  return Object.fromEntries(results) as Record<Name, Result>
}

function orGiveUp<T>(work: Promise<T>): Promise<T> {
  const expired = delay(GIVE_UP_MS, undefined, { ref: false }).then(() => {
    throw new Error('It was not done within a minute')
  })
  return Promise.race([work, expired])
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

/** BullMQ as its users have it: jobs with a delay, and a worker that has waited for them. */
function openRaw(databaseUrl: string, redisUrl: string | undefined) {
  const name = `bench-${Date.now()}`
  const options = { concurrency: 100, drainDelay: 5 }
  let work = async () => {}
  let left = 0
  let done = () => {}
  const onCompleted = () => {
    if (--left === 0) done()
  }
  const { queue, worker } = open()
  worker.on('completed', onCompleted)

  function open() {
    if (redisUrl !== undefined) {
      const connection = { url: redisUrl, maxRetriesPerRequest: null }
      return {
        queue: new Queue(name, { connection }),
        worker: new Worker(name, () => work(), { ...options, connection }),
      }
    }
    const postgres = withBackend(createPostgresBackend)
    const connection = { connectionString: databaseUrl, schema: 'bench_queue', migrate: true }
    return {
      queue: new postgres.Queue(name, { connection }),
      worker: new postgres.Worker(name, () => work(), { ...options, connection }),
    }
  }
  return {
    async run(count: number, due: Date, doWork: () => Promise<void>): Promise<void> {
      work = doWork
      left = count
      const all = new Promise<void>((resolve) => {
        done = resolve
      })
      const opts = { delay: due.getTime() - Date.now(), removeOnComplete: true }
      await queue.addBulk(Array.from({ length: count }, () => ({ name: 'job', data: {}, opts })))
      await all
    },
    async close(): Promise<void> {
      await worker.close()
      await queue.obliterate({ force: true })
      await queue.close()
    },
  }
}

/** A schedule ends in the transaction that records the attempt. */
async function untilEnded({ pool }: Fresh, due: Date): Promise<void> {
  await delay(due.getTime() - Date.now())
  for (;;) {
    const { rowCount } = await pool.query('select from schedules where ended_at is null limit 1')
    if (rowCount === 0) return
    await delay(20)
  }
}

async function checkRecorded({ pool }: Fresh): Promise<void> {
  const { rows } = await pool.query(`
    select (select count(*) from schedules)::int as prompts, count(*)::int as attempts
    from delivery_attempts where outcome = 'delivered'`)
  const { prompts, attempts } = rows[0]
  if (prompts !== attempts) throw new Error(`${prompts} prompts had ${attempts} attempts`)
  await pool.query('truncate schedules cascade')
}

async function benchTick(little: Fresh, much: Fresh): Promise<void> {
  console.log('\nseeding 1,000 and 1,000,000 schedules, half of them ended …')
  await store(little, STORED.little)
  await store(much, STORED.much)
  const tick = ({ db }: Fresh) =>
    runDue(db, { now: new Date(), aheadMs: 2500, limit: 1000, catchUpPerSecond: 100 })
  const sweepOf = ({ db }: Fresh) =>
    makeSweep({ db, clock: () => new Date(), log, keepDays: 30, found: async () => {} })
  const bare = async ({ pool }: Fresh) => (await pool.query(CLAIM)).rowCount
  const ours = async (database: Fresh) => (await tick(database)).length

  const idle = await compare({ little: () => tick(little), much: () => tick(much) })
  const sweep = await compare({ little: sweepOf(little), much: sweepOf(much) }, { rounds: 50 })
  const claims: Record<'bare' | 'ours', Record<keyof typeof STORED, number[]>> = {
    bare: { little: [], much: [] },
    ours: { little: [], much: [] },
  }
  for (let round = 0; round < 3; round++) {
    claims.bare.little.push(await timeClaims(little, bare))
    claims.ours.little.push(await timeClaims(little, ours))
    claims.bare.much.push(await timeClaims(much, bare))
    claims.ours.much.push(await timeClaims(much, ours))
  }

  const row = (name: string, few: number, many: number): Row => [name, few, many, many / few]
  const median = (times: number[]) => quantile(times, 0.5)
  printTable(
    'Prompts: the tick with 1,000 and with 1,000,000 schedules stored (median ms)',
    ['work', '1,000', '1,000,000', 'ratio'],
    [
      row('a tick with nothing due', idle.little.median, idle.much.median),
      row('a sweep with nothing lost', sweep.little.median, sweep.much.median),
      row(
        '10,000 due claimed, 1,000 at a time',
        median(claims.ours.little),
        median(claims.ours.much),
      ),
      row('the same in bare SQL', median(claims.bare.little), median(claims.bare.much)),
    ],
  )
}

async function timeClaims(
  database: Fresh,
  claim: (database: Fresh) => Promise<number | null>,
): Promise<number> {
  await schedule(database, DUE, new Date())
  const started = performance.now()
  while (await claim(database));
  const took = performance.now() - started
  await database.pool.query("delete from schedules where created_by = 'agent'")
  return took
}

const CLAIM = `
  with due as (
    select id, workspace_id, agent_id, prompt, due_at from schedules where due_at <= now()
    order by due_at, id limit 1000 for update skip locked
  ), made as (
    insert into deliveries (id, workspace_id, schedule_id, slot, agent_id, prompt, due_at,
      attempt_at, last_attempt, created_at)
    select uuidv7(), workspace_id, id, due_at, agent_id, prompt, due_at, due_at, 12, now() from due
  )
  update schedules s set due_at = null, open_deliveries = 1 from due where s.id = due.id`

const STORE = `
  insert into schedules (workspace_id, agent_id, prompt, kind, expression, first_run, next_run,
    due_at, ended_at, ended_as, misfire, overlap, created_by, created_at, updated_at)
  select $1, 'agent', 'Prompt ' || n, 'once', at, at, case when not ended then at end,
    case when not ended then at end, case when ended then now() end,
    case when ended then 'finished' end, 'once', 'skip', 'seed', now(), now()
  from (
    select n, n % 2 = 0 as ended, now() + interval '1 year' + n * interval '1 second' as at
    from generate_series(1, $2::int) n
  ) wanted`

const STORE_DELIVERIES = `
  insert into deliveries (id, workspace_id, schedule_id, slot, agent_id, prompt, state, kind,
    due_at, attempt_at, attempts, last_attempt, created_at, ended_at)
  select uuidv7(), workspace_id, id, 'seed', agent_id, prompt, 'delivered', 'webhook',
    now(), now(), 1, 12, now(), now()
  from schedules where ended_at is not null limit $1::int`

async function store({ pool, workspaceId }: Fresh, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query({ text: STORE, values: [workspaceId, count] })
    await client.query({ text: STORE_DELIVERIES, values: [count / 5] })
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}
