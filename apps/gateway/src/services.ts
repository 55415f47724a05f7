import { join } from 'node:path'
import { type Keyring, openKeyring, openSessions, type Sessions } from '@quartermaster/access'
import {
  migrate,
  type OpenDatabase,
  openDatabase,
  openDatabaseClock,
  openListener,
} from '@quartermaster/db'
import { installationName } from '@quartermaster/delivery'
import { openToolsets, type Toolsets } from '@quartermaster/manifests'
import { type Outbound, openOutbound } from '@quartermaster/outbound'
import { openPrompts, type Prompts } from '@quartermaster/prompts'
import {
  type ConcurrencyLimits,
  type Log,
  limitConcurrencyOfEach,
  type Vault,
} from '@quartermaster/toolkit'
import type { ToolServices } from './catalog.ts'
import type { Config } from './config.ts'
import { type EventWakeups, openEventWakeups } from './events/event-wakeups.ts'
import { type CallLog, openCallLog } from './http/call-log-buffer.ts'
import { openQuotas, type Quotas } from './limits/quotas.ts'
import type { RateStore } from './limits/rate-store.ts'
import { openRedisRateStore } from './limits/redis-rate-store.ts'
import { openToolChanges, type ToolChanges } from './mcp/tool-changes.ts'
import { countAttempt, droppedLogRows } from './metrics/metrics.ts'
import { databaseRateStore } from './queries/rate-counts.ts'
import { openVault } from './secrets/open-vault.ts'
import type { Telemetry } from './telemetry/start-telemetry.ts'

/** The services of a process that delivers prompts. */
export type WorkerServices = {
  readonly database: OpenDatabase
  readonly prompts: Prompts
  /** Seals and opens the secrets of destinations. */
  readonly vault: Vault
  readonly clock: () => Date
  close(): Promise<void>
}

/** The services of a process that answers requests. */
export type Services = WorkerServices & {
  readonly keyring: Keyring
  readonly sessions: Sessions
  readonly callLog: CallLog
  readonly toolsets: Toolsets
  readonly quotas: Quotas
  readonly rateStore: RateStore
  /** The transactions of each workspace: at most half as many as there are connections. */
  readonly transactions: ConcurrencyLimits
  /** The HTTP client for addresses that users provide. */
  readonly outbound: Outbound
  readonly toolChanges: ToolChanges
  readonly eventWakeups: EventWakeups
  /** The services that tool handlers receive. */
  readonly forTools: ToolServices
}

type WorkerOptions = {
  config: Config
  databaseUrl: string
  log: Log
  clock?: () => Date
  /** Unset: the process sends no traces. */
  telemetry?: Telemetry | undefined
  /** Connections that break while the process stops cause no warning. */
  isStopping?: () => boolean
}

type Options = WorkerOptions & { rootKey: string }

export async function openWorkerServices(options: WorkerOptions): Promise<WorkerServices> {
  const { config, databaseUrl, telemetry } = options
  const log = untilStopping(options)
  await using opening = new AsyncDisposableStack()

  const database = opening.adopt(
    openDatabase({
      url: databaseUrl,
      maxConnections: poolSize(config),
      onError: (lost) => log.warn({ err: lost }, 'a database connection was lost'),
      trace: telemetry?.traceStatement,
    }),
    (open) => open.close(),
  )
  const { db } = database
  const migrations = await migrate(db)
  if (migrations.length > 0) log.info({ migrations }, 'the database was migrated')

  const databaseClock = opening.adopt(
    await openDatabaseClock({
      db,
      onSkew: (skewMs) =>
        log.warn({ skewMs }, 'the clock of this machine is wrong; the database’s is used'),
      onError: (error) => log.warn({ err: error }, 'failed to read the database’s clock'),
    }),
    (open) => open.close(),
  )
  const { clock = databaseClock.now } = options

  const vault = await openVault({ db, config, log })
  const { redisUrl, outboundAllow: allow, prompts: settings } = config
  const prompts = opening.adopt(
    await openPrompts({
      db,
      databaseUrl,
      redisUrl,
      settings,
      canWork: config.role !== 'gateway',
      vault,
      allow,
      clock,
      log,
      traceRequest: telemetry?.traceOutbound,
      onAttempt: countAttempt,
    }),
    (open) => open.close(),
  )
  const open = opening.move()
  return { database, prompts, vault, clock, close: () => open.disposeAsync() }
}

export async function openServices(options: Options): Promise<Services> {
  const { config, databaseUrl, rootKey, telemetry } = options
  const log = untilStopping(options)
  await using opening = new AsyncDisposableStack()

  const worker = opening.adopt(await openWorkerServices(options), (open) => open.close())
  const { database, prompts, clock } = worker
  const { db } = database
  const listener = opening.adopt(
    openListener({
      url: databaseUrl,
      db,
      onError: (error) =>
        log.warn(
          { err: error },
          'notifications do not arrive; keys are looked up in the database until they do',
        ),
    }),
    (open) => open.close(),
  )
  const eventWakeups = openEventWakeups(listener)
  const toolChanges = openToolChanges(listener)
  const keyring = opening.adopt(openKeyring({ db, listener, rootKey, now: clock }), (open) =>
    open.close(),
  )
  const sessions = openSessions({ db, keyring, rootKey, now: clock })
  const callLog = opening.adopt(
    openCallLog({
      db,
      onError: (error, dropped) => {
        droppedLogRows.add('database', '', dropped)
        log.warn({ err: error, dropped }, 'the call log could not be written')
      },
    }),
    (open) => open.close(),
  )
  const quotas = await openQuotas({
    db,
    defaults: config.quotas,
    onError: (error) => log.warn({ err: error }, 'a workspace could not be counted'),
  })
  const { outboundAllow: allow, toolsDir, findSecret, redisUrl } = config
  const rateStore = opening.adopt(
    redisUrl === undefined
      ? databaseRateStore(db)
      : openRedisRateStore({ url: redisUrl, name: await installationName(db) }),
    (open) => open.close(),
  )
  const outbound = opening.adopt(openOutbound({ allow, trace: telemetry?.traceOutbound }), (open) =>
    open.close(),
  )
  // Modules may write to the temporary folder, but not to the copies that they run from.
  const cacheDir = join(config.dataDir, 'tools')
  const toolsets = opening.adopt(
    openToolsets({ dir: toolsDir, cacheDir, log, outbound, findSecret, clock }),
    (open) => open.close(),
  )
  const forTools = { db, prompts, toolsets }
  const open = opening.move()
  const close = () => open.disposeAsync()
  return {
    ...worker,
    keyring,
    sessions,
    callLog,
    toolsets,
    quotas,
    rateStore,
    transactions: limitConcurrencyOfEach(Math.ceil(poolSize(config) / 2)),
    outbound,
    eventWakeups,
    toolChanges,
    forTools,
    close,
  }
}

// Connections outside the pool: for LISTEN, for the worker's lock, and for the queue in PostgreSQL.
const RESERVED = { withRedis: 2, withoutRedis: 5 }

/** The pool's part of `QM_DATABASE_CONNECTIONS`, which limits all connections of the process. */
const poolSize = ({ databaseConnections, redisUrl }: Config): number =>
  Math.max(2, databaseConnections - (redisUrl ? RESERVED.withRedis : RESERVED.withoutRedis))

const untilStopping = ({ log, isStopping }: WorkerOptions): Log => ({
  debug: (details, message) => log.debug(details, message),
  info: (details, message) => log.info(details, message),
  warn: (details, message) => isStopping?.() || log.warn(details, message),
  error: (details, message) => log.error(details, message),
})
