import { sql } from 'kysely'

// A JavaScript Date has milliseconds, PostgreSQL's timestamps have microseconds. Cursors keep the
// microseconds, so that no row is skipped or repeated between two pages.

/** The value of a timestamp column for a cursor. */
export const microseconds = (column: string) =>
  sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::numeric(20)::text`

export const isMicroseconds = (text: string): boolean => /^\d{1,20}$/.test(text)

/** The timestamp that a cursor holds. */
export const fromMicroseconds = (text: string | undefined) =>
  sql<Date>`('epoch'::timestamptz + ${text}::bigint * interval '1 microsecond')`
