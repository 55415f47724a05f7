import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './open-database.ts'
import { PoolConnection } from './pool/pool-driver.ts'
import type { Tx } from './transaction.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const FILE = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * How long a migration waits for a lock that running calls hold. Calls that come later queue behind
 * it for that long, so it is short. They get their turn before the migration is tried again.
 */
const LOCK_MS = 1000
const ATTEMPTS = 30
const LOCK_NOT_AVAILABLE = '55P03'

type Options = {
  readonly folder?: string
  /** The last migration to run; by default all. */
  readonly upTo?: string
  readonly lockMs?: number
  readonly attempts?: number
}

/** Brings the database up to date and returns the migrations it ran. Processes take turns. */
export async function migrate(db: Database, options: Options = {}): Promise<string[]> {
  // Migrations, and waiting for those of another process, have no time limit.
  return db.connection().execute(async (connection) => {
    await connection.getExecutor().provideConnection(async (inner) => {
      if (inner instanceof PoolConnection) inner.limitMs = Number.POSITIVE_INFINITY
    })
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runMigrations(connection, options)
        } catch (error) {
          if (!isLocked(error) || attempt >= (options.attempts ?? ATTEMPTS)) throw error
          await delay(options.lockMs ?? LOCK_MS)
        }
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** Runs the migrations as part of a transaction, so that they are undone with it. */
export async function migrateWithin(trx: Tx, upTo: string): Promise<void> {
  await runMigrations(trx, { upTo })
}

/** The names of all migrations, in order. */
export const listMigrations = async (folder = FOLDER): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => FILE.test(file))
    .map((file) => file.replace('.sql', ''))
    .sort()

const isLocked = (error: unknown): boolean =>
  error instanceof Error &&
  (error.cause as { code?: string } | undefined)?.code === LOCK_NOT_AVAILABLE

async function runMigrations(
  db: Database,
  { folder = FOLDER, upTo, lockMs = LOCK_MS }: Options,
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => readMigrations(folder, lockMs) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })
  const { error, results = [] } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo))
  const failed = results.find(({ status }) => status === 'Error')
  if (error !== undefined) {
    const where = failed === undefined ? '' : ` at ${failed.migrationName}.sql`
    throw new Error(`The database could not be migrated${where}`, { cause: error })
  }
  return results.map(({ migrationName }) => migrationName)
}

async function readMigrations(folder: string, lockMs: number): Promise<Record<string, Migration>> {
  const names = await listMigrations(folder)
  const migrations = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}.sql`, 'utf8')
      const up = async (db: Kysely<unknown>) => {
        // Not for the whole session: another process may migrate for longer than this.
        await sql.raw(`set local lock_timeout = ${lockMs}`).execute(db)
        await sql.raw(text).execute(db)
        await sql.raw('set local lock_timeout = 0').execute(db)
      }
      return [name, { up }] as const
    }),
  )
  return Object.fromEntries(migrations)
}
