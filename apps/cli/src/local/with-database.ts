import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  DataFolderInUse,
  runningUrl,
  startEmbeddedPostgres,
} from '@quartermaster/embedded-postgres'
import { dataDir, readVariables } from '../environment.ts'
import { CommandError } from '../exit.ts'

type Options = {
  /** Whether the command may run while a gateway uses the same database. */
  readonly besideGateway: boolean
  /** Whether an embedded database is created where there is none. */
  readonly mayCreate: boolean
}

/** Runs `work` with the gateway's database: `DATABASE_URL`, or the embedded one of the data folder. */
export async function withDatabase<Result>(
  { besideGateway, mayCreate }: Options,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL } = readVariables()
  if (DATABASE_URL) return work(DATABASE_URL)
  const folder = join(dataDir(), 'postgres')
  if (!mayCreate && !existsSync(folder)) {
    throw new CommandError(
      'failed',
      `${dataDir()} has no database. Set QM_DATA_DIR to the data folder of the gateway, or DATABASE_URL to its database.`,
    )
  }
  try {
    const server = await startEmbeddedPostgres({ dataDir: folder })
    try {
      return await work(server.url)
    } finally {
      await server.stop()
    }
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    if (besideGateway) return work(await runningUrl(folder))
    throw new CommandError('refused', `${error.message} Stop the gateway first.`)
  }
}
