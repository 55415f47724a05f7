import { sql } from 'kysely'

// JavaScript's dates end at milliseconds: the place on a page is kept in microseconds.

/** An instant for a cursor. */
export const microseconds = (column: string) =>
  sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::numeric(20)::text`

export const isMicroseconds = (text: string): boolean => /^\d{1,20}$/.test(text)

/** The instant that a cursor holds. */
export const fromMicroseconds = (text: string | undefined) =>
  sql<Date>`('epoch'::timestamptz + ${text}::bigint * interval '1 microsecond')`
