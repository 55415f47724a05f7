import { type LostConnection, migrate, openDatabase } from '@quartermaster/db'
import { openPrompts } from '@quartermaster/prompts'
import type { Log } from '@quartermaster/toolkit'
import type { Config } from './config.ts'

/** A delivery worker and nothing else: as many of them as one likes, beside any number of gateways. */
export async function startWorker(config: Config, log: Log): Promise<{ close(): Promise<void> }> {
  const { databaseUrl, databaseConnections, redisUrl, settings, allow } = config
  let isStopping = false
  const onError = (lost: LostConnection) => {
    if (!isStopping) log.warn({ err: lost }, 'a database connection was lost')
  }
  const database = openDatabase({ url: databaseUrl, maxConnections: databaseConnections, onError })
  try {
    const { db } = database
    await migrate(db)
    const clock = () => new Date()
    const prompts = await openPrompts({ db, databaseUrl, redisUrl, settings, allow, clock, log })
    await prompts.startWorker()
    const close = async () => {
      isStopping = true
      await prompts.close()
      await database.close()
    }
    return { close }
  } catch (error) {
    await database.close()
    throw error
  }
}
