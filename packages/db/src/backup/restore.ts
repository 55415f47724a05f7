import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import { listMigrations, migrate, migrateWithin } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'
import { PoolConnection } from '../pool/pool-driver.ts'
import { arrayLiteral } from '../sql/array-parameter.ts'
import type { Tx } from '../transaction.ts'
import { BACKUP_FORMAT, type BackupLine } from './backup.ts'
import {
  listTables,
  PORTION,
  type Queryable,
  quoted,
  readRows,
  summarize,
  type TableSummary,
  TEXT_SETTINGS,
} from './tables.ts'

type Options = {
  readonly url: string
  readonly file: string
  readonly onTable?: (summary: TableSummary) => void
}

/** The database or the file is unsuitable for a restore. The database is unchanged. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

const ROWS_PER_INSERT = 500

/**
 * Fills an empty database from a backup. One transaction creates the schema as of the backup, fills it,
 * and compares row counts and checksums, so the database is still empty after a failure. Then the schema
 * is migrated to the current version.
 */
export async function restore({ url, file, onTable = () => {} }: Options): Promise<TableSummary[]> {
  const { db, pool, close } = openDatabase({ url, maxConnections: 2, statementMs: 0 })
  try {
    const lines = readLines(file)
    const header = await readHeader(lines, file)
    await requireEmpty(pool)
    const last = header.migrations.at(-1)
    if (last === undefined) throw new RestoreRefused(`${file} is a backup without a schema.`)
    await requireKnown(header.migrations)
    const summaries = await db.transaction().execute(async (trx) => {
      await withoutTimeLimit(trx)
      await migrateWithin(trx, last)
      const client = queryableOf(trx)
      await client.query(TEXT_SETTINGS)
      return insertAll(client, lines, onTable)
    })
    await migrate(db)
    return summaries
  } finally {
    await close()
  }
}

const withoutTimeLimit = (trx: Tx): Promise<void> =>
  trx.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof PoolConnection) connection.limitMs = Number.POSITIVE_INFINITY
  })

const queryableOf = (trx: Tx): Queryable => ({
  query: <Row>(text: string, values: unknown[] = []) =>
    trx.executeQuery<Row>(CompiledQuery.raw(text, values)),
})

async function readHeader(lines: AsyncGenerator<BackupLine>, file: string): Promise<Header> {
  const first = await lines.next().catch(() => undefined)
  if (isHeader(first?.value)) return first.value
  throw new RestoreRefused(`${file} is not a backup of Quartermaster.`)
}

async function requireKnown(migrations: readonly string[]): Promise<void> {
  const known = await listMigrations()
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new RestoreRefused(
    `The backup is of a newer version of Quartermaster, which has the migration ${unknown}. Restore it with that version.`,
  )
}

async function requireEmpty(pool: { query: PoolClient['query'] }): Promise<void> {
  const { rows } = await pool.query<{ filled: boolean }>(
    "select to_regclass('workspaces') is not null as filled",
  )
  if (rows[0]?.filled) {
    throw new RestoreRefused(
      'The database is not empty. Restore into a new data folder or database.',
    )
  }
}

async function insertAll(
  client: Queryable,
  lines: AsyncGenerator<BackupLine>,
  onTable: (summary: TableSummary) => void,
): Promise<TableSummary[]> {
  const tables = await listTables(client)
  // Triggers ran when the rows were first written, so their effects are in the backup.
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(name)} disable trigger user`)
    // The backup also contains the rows that migrations insert.
    await client.query(`delete from ${quoted(name)}`)
  }
  const done: TableSummary[] = []
  let end: End | undefined
  let filling: Filling | undefined
  const finish = async () => {
    if (filling === undefined) return
    const summary = await filling.finish()
    done.push(summary)
    onTable(summary)
  }
  try {
    for await (const line of lines) {
      if (typeof line === 'string') await filling?.add(line)
      else if ('table' in line) {
        await finish()
        filling = fill(client, line.table, line.columns)
      } else if ('end' in line) end = line
    }
    await finish()
  } catch (error) {
    throw isBadRow(error) ? damaged(error) : error
  }
  if (end === undefined || JSON.stringify(end.end) !== JSON.stringify(done)) throw damaged()
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(name)} enable trigger user`)
  }
  for (const { name, value } of end.sequences) {
    await client.query('select setval($1::regclass, $2)', [quoted(name), value])
  }
  return done
}

const damaged = (cause?: unknown): RestoreRefused =>
  new RestoreRefused(
    'The backup is incomplete or damaged: counts or checksums differ. The database is unchanged.',
    { cause },
  )

/** SQLSTATE classes 22 (a value that cannot be read) and 23 (a row that violates a constraint). */
const isBadRow = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '')

type Filling = { add(row: string): Promise<void>; finish(): Promise<TableSummary> }

function fill(client: Queryable, table: string, columns: readonly string[]): Filling {
  const names = columns.map(quoted).join(', ')
  let waiting: string[] = []
  let length = 0
  const flush = async () => {
    if (waiting.length === 0) return
    const rows = waiting
    waiting = []
    length = 0
    // OFFSET 0 keeps PostgreSQL from reading the text again for each column.
    await client.query(
      `insert into ${quoted(table)} (${names}) overriding system value
       select ${columns.map((column) => `(row).${quoted(column)}`).join(', ')}
         from (select text::${quoted(table)} as row from unnest($1::text[]) as text offset 0) as rows`,
      [arrayLiteral(rows)],
    )
  }
  return {
    async add(row) {
      waiting.push(row)
      length += row.length
      if (waiting.length === ROWS_PER_INSERT || length >= PORTION) await flush()
    },
    async finish() {
      await flush()
      // Reads the rows back, so that the checksum covers what the database has stored.
      const counted = summarize(table)
      for await (const texts of readRows(client, table)) counted.add(texts)
      return counted.summary()
    },
  }
}

async function* readLines(file: string): AsyncGenerator<BackupLine> {
  const text = createGunzip().setEncoding('utf8')
  createReadStream(file)
    .on('error', (error) => text.destroy(error))
    .pipe(text)
  // A line may come in hundreds of chunks, so they are joined only when it has ended.
  let parts: string[] = []
  try {
    for await (const chunk of text) {
      const [first = '', ...lines] = (chunk as string).split('\n')
      parts.push(first)
      for (const line of lines) {
        yield JSON.parse(parts.join('')) as BackupLine
        parts = [line]
      }
    }
  } catch (error) {
    throw isDamage(error) ? damaged(error) : error
  }
}

/** Whether a stream is not gzip or ends early, or a line is not JSON. */
const isDamage = (error: unknown): boolean =>
  error instanceof SyntaxError || (error as { code?: string }).code?.startsWith('Z_') === true

type End = Extract<BackupLine, { sequences: unknown }>
type Header = Extract<BackupLine, { format: string }>

const isHeader = (line: BackupLine | undefined): line is Header =>
  typeof line === 'object' && 'format' in line && line.format === BACKUP_FORMAT
