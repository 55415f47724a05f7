import { deleteExpiredKeys, deleteExpiredSessions } from '@quartermaster/access'
import { sweepContext } from '@quartermaster/context'
import { inTransaction } from '@quartermaster/db'
import { sweepThreadCalls } from '@quartermaster/threads'
import { type Log, startJob } from '@quartermaster/toolkit'
import type { Config } from './config.ts'
import { sweepOAuth } from './oauth/queries/clients.ts'
import { deleteOldActs } from './queries/audit-log.ts'
import { moveOlderRows } from './queries/call-log/move-older-rows.ts'
import { sweepToolCalls } from './queries/call-log/sweep-tool-calls.ts'
import { addUpMinutes, sweepCallCounts } from './queries/call-statistics.ts'
import { sweepCalls } from './queries/idempotency.ts'
import type { Services, WorkerServices } from './services.ts'
import { writeHeartbeat } from './startup/heartbeat.ts'
import { startOfMinutes } from './statistics/counted-period.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

type JobEntry = {
  readonly name: string
  readonly everyMs: number
  /** `all` runs the jobs of both roles. */
  readonly role: 'gateway' | 'worker'
  readonly run: () => Promise<unknown>
}

type Options = {
  config: Pick<Config, 'role' | 'callLogDays' | 'callLogRows' | 'auditDays' | 'dataDir'>
  services: WorkerServices | Services
  log: Log
}

/**
 * The background jobs of a process. Each may run in any number of processes at the same time. The
 * jobs that deliver prompts start with `prompts.startWorker`, because a tool can start them too.
 */
const jobs = ({ config, services }: Options): readonly JobEntry[] => {
  const { database, clock } = services
  const { db } = database
  const ago = (ms: number) => new Date(clock().getTime() - ms)
  return [
    {
      name: 'context',
      everyMs: 5 * SECOND,
      role: 'gateway',
      run: () => sweepContext(db, clock()),
    },
    {
      name: 'thread calls',
      everyMs: 5 * SECOND,
      role: 'gateway',
      run: () => sweepThreadCalls(db, clock()),
    },
    {
      name: 'idempotency keys',
      everyMs: 5 * SECOND,
      role: 'gateway',
      run: () => sweepCalls(db, clock()),
    },
    {
      name: 'call log',
      everyMs: 60 * SECOND,
      role: 'gateway',
      run: () =>
        sweepToolCalls(db, { oldest: ago(config.callLogDays * DAY), calls: config.callLogRows }),
    },
    {
      name: 'call log of older versions',
      everyMs: 5 * SECOND,
      role: 'gateway',
      run: () => moveOlderRows(db),
    },
    {
      name: 'call statistics',
      everyMs: 60 * SECOND,
      role: 'gateway',
      run: async () => {
        await addUpMinutes(db, startOfMinutes(clock()))
        await sweepCallCounts(db, {
          oldest: ago(config.callLogDays * DAY),
          rows: config.callLogRows,
        })
      },
    },
    {
      name: 'audit log',
      everyMs: 60 * SECOND,
      role: 'gateway',
      run: async () => {
        if (config.auditDays === 0) return
        const oldest = ago(config.auditDays * DAY)
        await inTransaction(db, 60 * SECOND, (trx) => deleteOldActs(trx, oldest))
      },
    },
    {
      name: 'OAuth grants',
      everyMs: 60 * SECOND,
      role: 'gateway',
      run: () => sweepOAuth(db, clock()),
    },
    {
      // For 30 days after its end a key is answered with "expired" instead of "unknown".
      name: 'expired keys',
      everyMs: 60 * SECOND,
      role: 'gateway',
      run: () => deleteExpiredKeys(db, ago(30 * DAY)),
    },
    {
      name: 'expired sessions',
      everyMs: 60 * SECOND,
      role: 'gateway',
      run: () => deleteExpiredSessions(db, clock()),
    },
    {
      name: 'changed tool folders',
      everyMs: 2 * SECOND,
      role: 'gateway',
      run: announceFolders(services),
    },
    {
      name: 'quotas',
      everyMs: 5 * SECOND,
      role: 'gateway',
      run: async () => 'quotas' in services && services.quotas.refresh(),
    },
    {
      name: 'heartbeat',
      everyMs: 5 * SECOND,
      role: 'worker',
      run: () => writeHeartbeat(db, config.dataDir),
    },
  ]
}

/** Announces to MCP clients that tool folders were loaded again. */
function announceFolders(services: WorkerServices | Services): () => Promise<void> {
  if (!('toolsets' in services)) return async () => {}
  const { toolsets, toolChanges } = services
  let known = toolsets.list()
  return async () => {
    const current = toolsets.list()
    const isSame =
      current.length === known.length && current.every((folder, at) => folder === known[at])
    known = current
    if (!isSame) toolChanges.publish()
  }
}

/** Starts the jobs of this process's role. */
export function startJobs(options: Options): { stop(): Promise<void> } {
  const { config, log } = options
  const onError = (error: unknown, job: string) =>
    log.warn({ err: error, job }, 'a background job failed and is retried')
  const running = jobs(options)
    .filter(({ role }) => config.role === 'all' || config.role === role)
    .map(({ name, everyMs, run }) =>
      startJob({ name, everyMs, run: async () => void (await run()), onError }),
    )
  return {
    async stop() {
      await Promise.all(running.map((job) => job.stop()))
    },
  }
}
