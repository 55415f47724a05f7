import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../environment.ts'
import { type Spread, spreadOf } from '../measure.ts'
import type { SuiteResult } from '../results.ts'
import { type ChildServer, startContender } from '../system/child-server.ts'
import type { Databases } from '../system/databases.ts'
import { type Gateway, startGateway } from '../system/gateway.ts'
import { startRedis } from '../system/redis.ts'

const COUNT = 3000
const ROUNDS = 3
const RAW_LEAD_MS = 1500
// Prompts are written by SQL, and the worker plans them a few seconds ahead.
const OUR_LEAD_MS = 3500

type Outcome = { readonly perSecond: Spread; readonly lateness: readonly number[] }

/**
 * Prompts due at one instant: the gateway's worker, and raw BullMQ on the same back end. Prompts to the inbox are
 * compared with jobs that do nothing, and prompts to a webhook with jobs that POST.
 */
export async function benchDelivery({ databases }: Environment): Promise<SuiteResult> {
  const receiver = await startContender('receiver.ts', '')
  const redis = await startRedis()
  try {
    const onPostgres = await compare(databases, 'bench_delivery_pg', receiver, undefined)
    const onRedis = redis && (await compare(databases, 'bench_delivery_redis', receiver, redis.url))
    const rows = [
      ...rowsOf('PostgreSQL', onPostgres),
      ...(onRedis === undefined ? [] : rowsOf('Redis', onRedis)),
    ]
    return {
      title: 'Scheduled prompts',
      tables: [
        {
          title: `${COUNT} prompts due at one instant, every attempt recorded`,
          head: ['way', 'back end', 'per second', 'late p50 ms', 'late p99 ms'],
          rows,
        },
      ],
      ...(onRedis !== undefined && { figures: figuresOf(onRedis) }),
      ...(onRedis === undefined && {
        notes: ['Redis was not measured: no redis-server is installed.'],
      }),
    }
  } finally {
    await redis?.stop()
    await receiver.stop()
  }
}

const WAYS = [
  'raw BullMQ, jobs that do nothing',
  'Quartermaster, to the inbox',
  'raw BullMQ, jobs that POST',
  'Quartermaster, to a webhook',
] as const

type Comparison = Record<(typeof WAYS)[number], Outcome>

const figuresOf = (outcomes: Comparison) => ({
  delivery: ratio(outcomes[WAYS[1]], outcomes[WAYS[0]]),
  deliveryWebhook: ratio(outcomes[WAYS[3]], outcomes[WAYS[2]]),
})

const ratio = ({ perSecond: ours }: Outcome, { perSecond: raw }: Outcome): Spread => ({
  median: ours.median / raw.median,
  low: ours.low / raw.high,
  high: ours.high / raw.low,
})

const rowsOf = (backend: string, outcomes: Comparison) =>
  Object.entries(outcomes).map(([name, { perSecond, lateness }]) => [
    name,
    backend,
    perSecond.median,
    ...[0.5, 0.99].map((share) => lateness[Math.floor(lateness.length * share)] ?? ''),
  ])

async function compare(
  databases: Databases,
  database: string,
  receiver: ChildServer,
  redisUrl: string | undefined,
): Promise<Comparison> {
  const databaseUrl = await databases.create(database)
  const env = {
    QM_OUTBOUND_ALLOW: '127.0.0.1',
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
  }
  const gateway = await startGateway({
    databaseUrl,
    dataDir: `${databases.folder}/${database}`,
    env,
  })
  const raw = await startContender('raw-bullmq.ts', databaseUrl, {
    ...(redisUrl !== undefined && { BENCH_REDIS_URL: redisUrl }),
  })
  try {
    const workspaceId = await createRecipients(gateway, databases, database, receiver.url)
    const runRaw = async (postUrl?: string) => {
      const dueAt = Date.now() + RAW_LEAD_MS
      const { doneAt } = await raw.ask<{ doneAt: number }>({ count: COUNT, dueAt, postUrl })
      return COUNT / ((doneAt - dueAt) / 1000)
    }
    const runOurs = async (agent: string) => {
      const dueAt = new Date(Date.now() + OUR_LEAD_MS)
      await databases.run(database, INSERT_SCHEDULES, [workspaceId, agent, COUNT, dueAt])
      await delay(dueAt.getTime() - Date.now())
      while (await hasOpenSchedules(databases, database)) await delay(20)
      return COUNT / ((Date.now() - dueAt.getTime()) / 1000)
    }
    return await inTurns(
      {
        [WAYS[0]]: () => runRaw(),
        [WAYS[1]]: () => runOurs('inbox'),
        [WAYS[2]]: () => runRaw(receiver.url),
        [WAYS[3]]: () => runOurs('webhook'),
      },
      receiver,
    )
  } finally {
    await raw.stop()
    await gateway.stop()
  }
}

/** In turns; the first round warms up and does not count. */
async function inTurns(
  ways: Record<keyof Comparison, () => Promise<number>>,
  receiver: ChildServer,
): Promise<Comparison> {
  const speeds = new Map<string, number[]>()
  const lateness = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(ways)) {
      const perSecond = await run()
      const late = (await (await fetch(receiver.url)).json()) as number[]
      if (round === 0) continue
      speeds.set(name, [...(speeds.get(name) ?? []), perSecond])
      lateness.set(name, [...(lateness.get(name) ?? []), ...late])
    }
  }
  return Object.fromEntries(
    Object.keys(ways).map((name) => [
      name,
      {
        perSecond: spreadOf(speeds.get(name) ?? []),
        lateness: (lateness.get(name) ?? []).sort((a, b) => a - b),
      },
    ]),
  ) as Record<string, Outcome> as Comparison
}

async function createRecipients(
  gateway: Gateway,
  databases: Databases,
  database: string,
  url: string,
): Promise<string> {
  await gateway.call('POST', '/v1/agents', { name: 'inbox' })
  await gateway.call('POST', '/v1/agents', {
    name: 'webhook',
    deliver_to: { kind: 'webhook', url },
  })
  const { rows } = await databases.run(database, "select id from workspaces where name = 'default'")
  return rows[0].id
}

const INSERT_SCHEDULES = `
  insert into schedules (workspace_id, agent_id, prompt, kind, expression, first_run, next_run,
    due_at, misfire, overlap, created_by, created_at, updated_at)
  select $1, $2::text, 'Prompt ' || n, 'once', at, at, at, at, 'once', 'skip', $2, now(), now()
  from generate_series(1, $3::int) n, (select $4::timestamptz as at) due`

/** A schedule ends in the transaction that records its attempt. */
async function hasOpenSchedules(databases: Databases, database: string): Promise<boolean> {
  const text = 'select 1 from schedules where ended_at is null limit 1'
  return ((await databases.run(database, text)).rowCount ?? 0) > 0
}
