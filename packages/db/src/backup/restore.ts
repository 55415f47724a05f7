import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'
import { BACKUP_FORMAT, type BackupLine, type TableSummary } from './backup.ts'
import { listTables, quoted } from './tables.ts'

type Options = {
  readonly url: string
  readonly file: string
  readonly onTable?: (summary: TableSummary) => void
}

/** The database or the file is not fit for a restore; nothing was changed. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

const ROWS_PER_INSERT = 500

/**
 * Fills an empty database from a backup, in one transaction. The schema is created as it was at the time
 * of the backup, and brought up to date afterwards. Row counts and checksums are compared.
 */
export async function restore({ url, file, onTable = () => {} }: Options): Promise<TableSummary[]> {
  const { db, pool, close } = openDatabase({ url, maxConnections: 2, statementMs: 0 })
  try {
    const lines = readLines(file)
    const { value: header } = await lines.next()
    if (!isHeader(header)) throw new RestoreRefused(`${file} is not a backup of Quartermaster.`)
    await requireEmpty(pool)
    const last = header.migrations.at(-1)
    if (last === undefined) throw new RestoreRefused(`${file} is a backup without a schema.`)
    await migrate(db, { upTo: last })

    const client = await pool.connect()
    let summaries: TableSummary[] = []
    try {
      await client.query('begin')
      summaries = await insertAll(client, lines, onTable)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
    await migrate(db)
    return summaries
  } finally {
    await close()
  }
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
  client: PoolClient,
  lines: AsyncGenerator<BackupLine>,
  onTable: (summary: TableSummary) => void,
): Promise<TableSummary[]> {
  const tables = await listTables(client)
  // Triggers have run when the rows were first written; their effects are rows of the backup.
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(name)} disable trigger user`)
    // Rows that a migration inserts are in the backup as well.
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
  for await (const line of lines) {
    if (typeof line === 'string') await filling?.add(line)
    else if ('table' in line) {
      await finish()
      filling = fill(client, line.table, line.columns)
    } else if ('end' in line) end = line
  }
  await finish()
  if (end === undefined || JSON.stringify(end.end) !== JSON.stringify(done)) {
    throw new Error('The backup is incomplete or damaged: counts or checksums differ.')
  }
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(name)} enable trigger user`)
  }
  for (const { name, value } of end.sequences) {
    await client.query('select setval($1::regclass, $2)', [quoted(name), value])
  }
  return done
}

type Filling = { add(row: string): Promise<void>; finish(): Promise<TableSummary> }

function fill(client: PoolClient, table: string, columns: readonly string[]): Filling {
  const names = columns.map(quoted).join(', ')
  const hash = createHash('sha256')
  let rows = 0
  let waiting: string[] = []
  const flush = async () => {
    if (waiting.length === 0) return
    await client.query(
      `insert into ${quoted(table)} (${names}) overriding system value
       select ${columns.map((column) => `(row).${quoted(column)}`).join(', ')}
         from (select text::${quoted(table)} as row from unnest($1::text[]) as text) as rows`,
      [waiting],
    )
    waiting = []
  }
  return {
    async add(row) {
      hash.update(row).update('\n')
      rows += 1
      waiting.push(row)
      if (waiting.length === ROWS_PER_INSERT) await flush()
    },
    async finish() {
      await flush()
      return { table, rows, sha256: hash.digest('hex') }
    },
  }
}

async function* readLines(file: string): AsyncGenerator<BackupLine> {
  const input = createReadStream(file).pipe(createGunzip())
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line) as BackupLine
  }
}

type End = Extract<BackupLine, { sequences: unknown }>
type Header = Extract<BackupLine, { format: string }>

const isHeader = (line: BackupLine | undefined): line is Header =>
  typeof line === 'object' && 'format' in line && line.format === BACKUP_FORMAT
