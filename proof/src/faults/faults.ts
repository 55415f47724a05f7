import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { call } from '../load/call.ts'
import { killRunners } from '../system/kill-runners.ts'
import type { Fault, System } from './fault.ts'

const sleep = (seconds: number) => delay(seconds * 1000)

/** All faults, in the order of the proof page. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'PostgreSQL is restarted',
    run: ({ postgres }) => postgres.restart(),
  },
  {
    name: 'kill -9 of PostgreSQL',
    run: ({ postgres }) => postgres.crash(),
  },
  {
    name: 'PostgreSQL is suspended (SIGSTOP)',
    stopsCalls: true,
    async run({ postgres }, seconds) {
      postgres.suspend()
      await sleep(seconds)
      postgres.resume()
    },
  },
  {
    name: 'five connections of PostgreSQL are killed per second',
    async run({ postgres }, seconds) {
      for (let second = 0; second < seconds; second += 0.2) {
        await postgres.killConnections(1)
        await sleep(0.2)
      }
    },
  },
  {
    name: 'the connections to PostgreSQL become half-open',
    stopsCalls: true,
    async run({ postgres }, seconds) {
      postgres.proxy.stall()
      await sleep(seconds)
      postgres.proxy.recover()
    },
  },
  {
    name: 'PostgreSQL refuses connections',
    stopsCalls: true,
    async run({ postgres }, seconds) {
      await postgres.proxy.cut()
      await sleep(seconds)
      await postgres.proxy.restore()
    },
  },
  {
    name: 'locks of others exhaust the pool',
    variables: { QM_DATABASE_CONNECTIONS: '6' },
    stopsCalls: true,
    run: exhaustPool,
  },
  {
    name: 'Redis is gone',
    async run({ redisProxy }, seconds) {
      await redisProxy.cut()
      await sleep(seconds)
      await redisProxy.restore()
    },
  },
  {
    name: 'kill -9 of Redis',
    run: ({ redis }) => redis.restart(),
  },
  {
    name: 'Redis is flushed',
    run: (system) => withRedis(system, (redis) => redis.flushall()),
  },
  {
    name: 'Redis is full (noeviction)',
    run: (system, seconds) =>
      withRedis(system, async (redis) => {
        await redis.config('SET', 'maxmemory-policy', 'noeviction')
        await redis.config('SET', 'maxmemory', '1')
        await sleep(seconds)
        await redis.config('SET', 'maxmemory', '0')
      }),
  },
  {
    name: 'Redis is slow (500 ms per answer)',
    async run({ redisProxy }, seconds) {
      redisProxy.slowDown(500)
      await sleep(seconds)
      redisProxy.slowDown(0)
    },
  },
  {
    name: 'Redis is suspended (SIGSTOP)',
    async run({ redis }, seconds) {
      redis.signal('SIGSTOP')
      await sleep(seconds)
      redis.signal('SIGCONT')
    },
  },
  {
    name: 'kill -9 of the gateway',
    stopsCalls: true,
    run: ({ replaceGateway }) => replaceGateway(),
  },
  {
    name: 'kill -9 of the worker',
    run: ({ replaceWorker }) => replaceWorker(),
  },
  {
    name: 'kill -9 of the processes of tool folders, five times a second',
    // A call that was running has had an unknown part of its effect.
    explains: 'tool_failed',
    async run({ gateway }, seconds) {
      for (let second = 0; second < seconds; second += 0.2) {
        killRunners(gateway().pid)
        await sleep(0.2)
      }
    },
  },
]

/** More than `QM_DATABASE_CONNECTIONS`. Calls of this tool share no statements, so each waits on a connection. */
const CROWD = 12

/** Another program locks the tables that every write needs, until calls wait on every connection of the pool. */
async function exhaustPool({ postgres, gateway }: System, seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url, application_name: 'proof' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin; lock table context_items, stack_tables, schedules in exclusive mode')
    const crowd = Array.from({ length: CROWD }, (_, index) =>
      call(
        `${gateway().url}/v1/tools/promptyoself_schedule_time`,
        { agent_id: 'Receiver', prompt: `crowd ${index}`, time: '2099-01-01T00:00:00Z' },
        { agent: 'Crowd', timeoutMs: seconds * 1000 },
      ).catch(() => undefined),
    )
    await sleep(seconds)
    await client.query('rollback')
    await Promise.all(crowd)
  } finally {
    await client.end()
  }
}

async function withRedis(
  { redis }: System,
  work: (client: Redis) => Promise<unknown>,
): Promise<void> {
  const client = new Redis(redis.url)
  try {
    await work(client)
  } finally {
    client.disconnect()
  }
}
