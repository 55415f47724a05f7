import { type Keyring, openKeyring } from '@quartermaster/access'
import { migrate, type OpenDatabase, openDatabase } from '@quartermaster/db'
import type { FastifyBaseLogger } from 'fastify'
import { type CallLog, openCallLog } from './call-log/call-log.ts'
import type { ToolServices } from './catalog.ts'
import type { Config } from './config.ts'

/** What is open while the gateway runs. */
export type Services = {
  readonly database: OpenDatabase
  /** What the handlers of tools get. */
  readonly forTools: ToolServices
  readonly keyring: Keyring
  readonly callLog: CallLog
  readonly clock: () => Date
  close(): Promise<void>
}

type Options = {
  config: Pick<Config, 'databaseConnections'>
  databaseUrl: string
  rootKey: string
  log: FastifyBaseLogger
  clock?: () => Date
}

export async function openServices(options: Options): Promise<Services> {
  const { config, databaseUrl, rootKey, log, clock = () => new Date() } = options
  const database = openDatabase({
    url: databaseUrl,
    maxConnections: config.databaseConnections,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  try {
    const taken = await migrate(database.db)
    if (taken.length > 0) log.info({ migrations: taken }, 'the database was migrated')
  } catch (error) {
    await database.close()
    throw error
  }
  const keyring = openKeyring({
    db: database.db,
    databaseUrl,
    rootKey,
    now: clock,
    onError: (error) => log.warn({ err: error }, 'keys are looked up in the database for now'),
  })
  const callLog = openCallLog({
    db: database.db,
    onError: (error, dropped) =>
      log.warn({ err: error, dropped }, 'the call log could not be written'),
  })
  const close = async () => {
    await callLog.close()
    await keyring.close()
    await database.close()
  }
  return { database, forTools: { db: database.db }, keyring, callLog, clock, close }
}
