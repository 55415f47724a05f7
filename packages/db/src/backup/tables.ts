import { createHash } from 'node:crypto'

/** A connection that runs statements one after another. */
export type Queryable = {
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>
}

export type TableInfo = {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
}

// The header of a backup lists the rows of `migrations`; on a restore, the migrator writes them.
const EXCLUDED = ['migrations', 'migrations_lock']

/** Our tables, each after the tables that its foreign keys refer to. */
export async function listTables(client: Queryable): Promise<TableInfo[]> {
  const { rows: tables } = await client.query<TableInfo>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and c.relname <> all ($1)
      group by c.relname order by c.relname`,
    [EXCLUDED],
  )
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent
       from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const sorted: TableInfo[] = []
  const visit = (table: TableInfo, path: readonly string[] = []): void => {
    if (sorted.includes(table) || path.includes(table.name)) return
    const parents = references.filter(({ child }) => child === table.name)
    for (const { parent } of parents) {
      const found = tables.find(({ name }) => name === parent)
      if (found !== undefined) visit(found, [...path, table.name])
    }
    sorted.push(table)
  }
  for (const table of tables) visit(table)
  return sorted
}

/** Formats dates, intervals and numbers so that every server reads them in the same way. */
export const TEXT_SETTINGS = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex'`

const FIRST_ROWS = 10
const MOST_ROWS = 1000
/** Characters of rows that are read or written at a time: a segment of the call log may have a megabyte. */
export const PORTION = 8_000_000

/** All rows of a table in a fixed order. The text of a row is exact and independent of column types. */
export async function* readRows(client: Queryable, table: string): AsyncGenerator<string[]> {
  await client.query(
    `declare backup_rows no scroll cursor for
     select row::text as text from ${quoted(table)} as row order by row::text collate "C"`,
  )
  for (let count = FIRST_ROWS; ; ) {
    const { rows } = await client.query<{ text: string }>(`fetch ${count} from backup_rows`)
    if (rows.length === 0) break
    const length = rows.reduce((sum, { text }) => sum + text.length, 0)
    const portion = Math.floor((rows.length * PORTION) / length)
    count = Math.min(Math.max(portion, 1), MOST_ROWS)
    yield rows.map(({ text }) => text)
  }
  await client.query('close backup_rows')
}

export type TableSummary = {
  readonly table: string
  readonly rows: number
  readonly sha256: string
}

/** Counts rows, and computes a checksum over their texts. */
export function summarize(table: string) {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(texts: readonly string[]): void {
      rows += texts.length
      for (const text of texts) hash.update(text).update('\n')
    },
    summary: (): TableSummary => ({ table, rows, sha256: hash.digest('hex') }),
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
