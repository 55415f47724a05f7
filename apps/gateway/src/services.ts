import { join } from 'node:path'
import { type Keyring, openKeyring } from '@quartermaster/access'
import { migrate, type OpenDatabase, openDatabase, openListener } from '@quartermaster/db'
import { openToolsets, type Toolsets } from '@quartermaster/manifests'
import { openOutbound } from '@quartermaster/outbound'
import { openPrompts, type Prompts } from '@quartermaster/prompts'
import type { Log } from '@quartermaster/toolkit'
import type { FastifyBaseLogger } from 'fastify'
import type { ToolServices } from './catalog.ts'
import type { Config } from './config.ts'
import { type CallLog, openCallLog } from './http/call-log-buffer.ts'

/** What is open while the gateway runs. */
export type Services = {
  readonly database: OpenDatabase
  readonly keyring: Keyring
  readonly callLog: CallLog
  readonly prompts: Prompts
  readonly toolsets: Toolsets
  /** What the handlers of tools get. */
  readonly forTools: ToolServices
  readonly clock: () => Date
  close(): Promise<void>
}

type Options = {
  config: Config
  databaseUrl: string
  rootKey: string
  log: FastifyBaseLogger
  clock?: () => Date
  /** What breaks while everything is being closed is no news. */
  isStopping?: () => boolean
}

/** Opens all of them in order; closing goes the other way. */
export async function openServices(options: Options): Promise<Services> {
  const { config, databaseUrl, rootKey, log, clock = () => new Date(), isStopping } = options
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  const opened = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    closing.push(() => part.close())
    return part
  }
  const untilStopping: Log = {
    debug: (details, words) => log.debug(details, words),
    info: (details, words) => log.info(details, words),
    warn: (details, words) => isStopping?.() || log.warn(details, words),
    error: (details, words) => log.error(details, words),
  }
  try {
    const database = opened(
      openDatabase({
        url: databaseUrl,
        maxConnections: config.databaseConnections,
        onError: (lost) => untilStopping.warn({ err: lost }, 'a database connection was lost'),
      }),
    )
    const { db } = database
    const taken = await migrate(db)
    if (taken.length > 0) log.info({ migrations: taken }, 'the database was migrated')

    const listener = opened(
      openListener({
        url: databaseUrl,
        db,
        onError: (error) =>
          untilStopping.warn(
            { err: error },
            'notifications do not arrive; keys are looked up in the database until they do',
          ),
      }),
    )
    const keyring = openKeyring({ db, listener, rootKey, now: clock })
    const callLog = opened(
      openCallLog({
        db,
        onError: (error, dropped) =>
          log.warn({ err: error, dropped }, 'the call log could not be written'),
      }),
    )
    const { redisUrl, outboundAllow: allow, toolsDir, findSecret } = config
    const settings = config.prompts
    const prompts = opened(
      await openPrompts({
        ...{ db, databaseUrl, redisUrl, settings, allow, clock },
        log: untilStopping,
      }),
    )
    const outbound = opened(openOutbound({ allow }))
    // Modules may write to the temporary folder; the copies they run from stay out of their reach.
    const cacheDir = join(config.dataDir, 'tools')
    const toolsets = opened(
      await openToolsets({ dir: toolsDir, cacheDir, log, outbound, findSecret, clock }),
    )
    const forTools = { db, prompts, toolsets }
    return { database, keyring, callLog, prompts, toolsets, forTools, clock, close }
  } catch (error) {
    await close()
    throw error
  }
}
