import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Database } from './open-database.ts'
import { PoolConnection } from './pool/pool-driver.ts'
import type { Tx } from './transaction.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const FILE = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * How long a migration waits for a lock that running calls hold, and the pause before it is retried.
 * The wait is short, because later calls queue behind it; they run during the pause.
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

/**
 * Brings the database up to date and returns the migrations it ran. Processes take turns. Each migration is a
 * separate transaction, so that its locks are released before the next one, which may take long.
 */
export async function migrate(db: Database, options: Options = {}): Promise<string[]> {
  // Migrations, and waiting for those of another process, have no time limit.
  return db.connection().execute(async (connection) => {
    await connection.getExecutor().provideConnection(async (inner) => {
      if (inner instanceof PoolConnection) inner.limitMs = Number.POSITIVE_INFINITY
    })
    await sql`set statement_timeout = 0`.execute(connection)
    const ran: string[] = []
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          await runPending(connection, options, ran)
          return ran
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

/** Runs the migrations within a transaction, so that they are rolled back with it. */
export async function migrateWithin(trx: Tx, upTo: string): Promise<void> {
  await runPending(trx, { upTo }, [])
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

// The names are unused: the PostgreSQL adapter takes a single advisory lock, which belongs to the session.
const LOCK = { lockTable: 'migrations_lock', lockRowId: 'migration_lock' }

/** Runs the pending migrations and adds the name of each to `ran` once it is committed. */
async function runPending(db: Database, options: Options, ran: string[]): Promise<void> {
  const { folder = FOLDER, lockMs = LOCK_MS } = options
  // Earlier versions migrate with Kysely's migrator, which takes this lock too.
  const { adapter } = db.getExecutor()
  let where = ''
  try {
    await adapter.acquireMigrationLock(db, LOCK)
    for (const name of await listPending(db, options)) {
      where = ` at ${name}.sql`
      const text = await readFile(`${folder}/${name}.sql`, 'utf8')
      const run = (trx: Database) => runMigration(trx, name, text, lockMs)
      await (db.isTransaction ? run(db) : db.transaction().execute(run))
      ran.push(name)
    }
  } catch (cause) {
    throw new Error(`The database could not be migrated${where}`, { cause })
  } finally {
    // Fails on a lost connection or in a failed transaction. The lock is then released with the connection.
    await adapter.releaseMigrationLock(db, LOCK).catch(() => {})
  }
}

async function runMigration(
  trx: Database,
  name: string,
  text: string,
  lockMs: number,
): Promise<void> {
  // Only for this transaction: waiting for the migrations of another process may take longer.
  await sql.raw(`set local lock_timeout = ${lockMs}`).execute(trx)
  await sql.raw(text).execute(trx)
  await sql.raw('set local lock_timeout = 0').execute(trx)
  const ranAt = new Date().toISOString()
  await sql`insert into migrations (name, timestamp) values (${name}, ${ranAt})`.execute(trx)
}

/** The migrations up to `upTo` that have not run, in order. */
async function listPending(db: Database, { folder, upTo }: Options): Promise<string[]> {
  const names = await listMigrations(folder)
  if (upTo !== undefined && !names.includes(upTo)) throw new Error(`${upTo}.sql does not exist`)
  const done = await listDone(db)
  const unknown = done.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new Error(`It has the migration ${unknown} of another version of Quartermaster`)
  }
  const pending = names.filter((name) => !done.includes(name))
  const [first = ''] = pending
  const after = done.find((name) => name > first)
  if (pending.length > 0 && after !== undefined) {
    throw new Error(`${first}.sql has not run, but ${after}.sql, which comes after it, has`)
  }
  return pending.filter((name) => upTo === undefined || name <= upTo)
}

async function listDone(db: Database): Promise<string[]> {
  const { rows: tables } = await sql`
    select where to_regclass('migrations') is not null`.execute(db)
  if (tables.length === 0) {
    // "create table if not exists" would need the right to create tables even if the table exists. The columns are
    // those of Kysely's migrator, which earlier versions use.
    await sql`
      create table migrations (
        name varchar(255) primary key,
        timestamp varchar(255) not null
      )`.execute(db)
  }
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return rows.map(({ name }) => name)
}
