import type { Services } from '../../src/services.ts'

// Refused calls are in the call log and its counts, and a key has the time of its last use.
const LEFT_OUT = ['call_log_segments', 'call_counts']

/** A checksum of every table, to tell whether refused requests changed anything. */
export async function databaseChecksums({ database }: Services): Promise<Record<string, string>> {
  const { rows } = await database.pool.query(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const checksums: Record<string, string> = {}
  for (const { name } of rows.filter((row) => !LEFT_OUT.includes(row.name))) {
    const row = name === 'api_keys' ? `(to_jsonb(t) - 'last_used_at')` : 't'
    const found = await database.pool.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(${row}::text, '' order by ${row}::text)), '') as sum from "${name}" t`,
    )
    checksums[name] = found.rows[0].sum
  }
  return checksums
}
