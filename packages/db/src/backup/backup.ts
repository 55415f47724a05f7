import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import { openDatabase } from '../open-database.ts'
import { listTables, readRows, summarize, type TableSummary, TEXT_SETTINGS } from './tables.ts'

export const BACKUP_FORMAT = 'quartermaster-backup-1'

export type Sequence = { readonly name: string; readonly value: string }

/** The lines of a backup, each a JSON value. A string is a row of the last `table` before it. */
export type BackupLine =
  | { readonly format: string; readonly migrations: readonly string[]; readonly created_at: string }
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly end: readonly TableSummary[]; readonly sequences: readonly Sequence[] }
  | string

/** The database has no tables of Quartermaster, and no file was written. */
export class NothingToBackUp extends Error {
  override readonly name = 'NothingToBackUp'
}

type Options = {
  readonly url: string
  readonly file: string
  readonly onTable?: (summary: TableSummary) => void
}

/**
 * Writes all rows of one snapshot to a compressed file, in PostgreSQL's text form. Calls continue while
 * it runs. The queue is not part of the backup, because it is rebuilt from the rows.
 */
export async function backup({ url, file, onTable = () => {} }: Options): Promise<TableSummary[]> {
  const { pool, close } = openDatabase({ url, maxConnections: 1, statementMs: 0 })
  const staging = `${file}.partial`
  try {
    const client = await pool.connect()
    try {
      await client.query('begin isolation level repeatable read, read only')
      await client.query(TEXT_SETTINGS)
      const { rows } = await client.query(`select to_regclass('migrations') as found`)
      if (rows[0].found === null) {
        throw new NothingToBackUp(
          'This database has no tables of Quartermaster. Is it the right one?',
        )
      }
      const summaries: TableSummary[] = []
      const lines = backupLines(client, (summary) => {
        summaries.push(summary)
        onTable(summary)
      })
      const target = createWriteStream(staging, { mode: 0o600, flush: true })
      await pipeline(Readable.from(lines), createGzip(), target)
      await client.query('commit')
      await rename(staging, file)
      return summaries
    } finally {
      client.release()
    }
  } catch (error) {
    await rm(staging, { force: true })
    throw error
  } finally {
    await close()
  }
}

async function* backupLines(
  client: PoolClient,
  onTable: (summary: TableSummary) => void,
): AsyncGenerator<string> {
  const { rows: migrations } = await client.query<{ name: string }>(
    'select name from migrations order by name',
  )
  yield line({
    format: BACKUP_FORMAT,
    migrations: migrations.map(({ name }) => name),
    created_at: new Date().toISOString(),
  })
  const end: TableSummary[] = []
  for (const table of await listTables(client)) {
    yield line({ table: table.name, columns: table.columns })
    const counted = summarize(table.name)
    for await (const texts of readRows(client, table.name)) {
      counted.add(texts)
      yield texts.map(line).join('')
    }
    const summary = counted.summary()
    end.push(summary)
    onTable(summary)
  }
  const { rows: sequences } = await client.query<Sequence>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
      where schemaname = current_schema() and last_value is not null order by 1`,
  )
  yield line({ end, sequences })
}

const line = (value: BackupLine): string => `${JSON.stringify(value)}\n`
