import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenDatabase, openDatabase } from '@quartermaster/db'
import { freshDatabase, redisUrl, startWebhookReceiver } from '@quartermaster/testing'
import { type TestContext, vi } from 'vitest'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const HOLD = fileURLToPath(new URL('./hold-connections.ts', import.meta.url))

export const BACKENDS = ['postgresql', 'redis'] as const
export type Backend = (typeof BACKENDS)[number]

export type WorkerProcess = {
  readonly process: ChildProcess
  output(): string
  kill(signal?: NodeJS.Signals): Promise<void>
}

type Options = {
  test: Pick<TestContext, 'onTestFinished'>
  backend: Backend
  /** Servers of the test's own, because the test breaks them. */
  databaseUrl?: string
  redis?: string
}

/** A database, a webhook receiver, and worker processes that the test starts, stops and kills. */
export async function setUpWorkers({ test, backend, databaseUrl, redis }: Options) {
  const database: OpenDatabase & { url: string } =
    databaseUrl === undefined
      ? await freshDatabase()
      : { ...openDatabase({ url: databaseUrl }), url: databaseUrl }
  const { pool } = database
  const queue = backend === 'redis' ? (redis ?? (await redisUrl())) : ''
  const receiver = await startWebhookReceiver()
  const workers: WorkerProcess[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'quartermaster-worker-'))
  test.onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.kill('SIGKILL')))
    await receiver.stop()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function startWorker(more: Record<string, string> = {}): Promise<WorkerProcess> {
    // biome-ignore lint/style/noProcessEnv: a program needs its PATH.
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, ['--import', HOLD, MAIN], {
      env: {
        PATH,
        HOME,
        QM_ROLE: 'worker',
        QM_DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        REDIS_URL: queue,
        LOG_LEVEL: 'warn',
        QM_OUTBOUND_ALLOW: '127.0.0.1',
        ...more,
      },
    })
    let output = ''
    const started = Promise.withResolvers<void>()
    const onOutput = (chunk: Buffer) => {
      output += chunk
      if (output.includes('delivery worker is running')) started.resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    const exit = once(child, 'exit')
    exit.then(() => started.reject(new Error(`the worker ended: ${output}`)))
    started.promise.catch(() => {})
    const worker = {
      process: child,
      output: () => output,
      async kill(signal: NodeJS.Signals = 'SIGKILL') {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGCONT')
        child.kill(signal)
        await exit
      },
    }
    workers.push(worker)
    await started.promise
    return worker
  }

  const workspace = "(select id from workspaces where name = 'default')"

  return {
    pool,
    receiver,
    startWorker,

    /** Creates an agent whose prompts are posted to `url`, by default to the receiver. */
    async createAgent(name: string, url = receiver.url) {
      const text = `insert into agents (workspace_id, name, deliver_to) values (${workspace}, $1, $2)`
      await pool.query(text, [name, JSON.stringify({ kind: 'webhook', url })])
    },

    /** Schedules one-time prompts, 'NAME 1' and so on, for the same time; returns the schedules' ids. */
    async schedule(name: string, count: number, inMs: number): Promise<number[]> {
      const at = new Date(Date.now() + inMs)
      const { rows } = await pool.query(
        `insert into schedules (workspace_id, agent_id, prompt, kind, expression, first_run, next_run,
           due_at, misfire, overlap, created_by, created_at, updated_at)
         select ${workspace}, $1, $1 || ' ' || n, 'once', '', $3, $3, $3, 'once', 'skip', 'test', now(), now()
         from generate_series(1, $2) n returning id`,
        [name, count, at],
      )
      return rows.map(({ id }) => Number(id))
    },

    async states(): Promise<Record<string, number>> {
      const { rows } = await pool.query(
        'select state, count(*)::int from deliveries group by state',
      )
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    },

    /** Waits until at least `count` deliveries are in this state. */
    waitForDeliveries: async (state: string, count: number, timeout = 55_000) => {
      await vi.waitFor(
        async () => {
          const text = 'select count(*)::int from deliveries where state = $1'
          const { rows } = await pool.query(text, [state])
          if (rows[0].count < count) throw new Error(`${rows[0].count} of ${count} are ${state}`)
        },
        { timeout, interval: 50 },
      )
    },
  }
}

export type WorkerSetup = Awaited<ReturnType<typeof setUpWorkers>>

/** How often the receiver got each message id. */
export function timesReceived(setup: Pick<WorkerSetup, 'receiver'>): Map<string, number> {
  const times = new Map<string, number>()
  for (const { id } of setup.receiver.received) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}
