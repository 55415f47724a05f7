import type { PoolClient } from 'pg'

export type TableInfo = {
  readonly name: string
  /** Columns that are stored, not computed. */
  readonly columns: readonly string[]
}

// `migrations` says which schema the rows belong to, and is written by the migrator.
const EXCLUDED = ['migrations', 'migrations_lock']

/** Our tables, each after the tables that its foreign keys refer to. */
export async function listTables(client: PoolClient): Promise<TableInfo[]> {
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

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
