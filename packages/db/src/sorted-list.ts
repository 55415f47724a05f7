import { type RawBuilder, sql } from 'kysely'

/** A value by which a list is sorted. It must never be null. */
export type SortKey = {
  readonly expression: RawBuilder<unknown>
  /** The value as text, for a cursor. */
  readonly position: RawBuilder<string>
  /** The value that a cursor contains. */
  fromPosition(text: string): RawBuilder<unknown>
  /** Whether a text can occur in a cursor. Other texts must not reach the database. */
  isPosition(text: string): boolean
}

const key = (
  expression: RawBuilder<unknown>,
  type: 'text' | 'uuid' | 'bigint' | 'float8',
  isPosition: (text: string) => boolean,
): SortKey => ({
  expression,
  position: sql`(${expression})::text`,
  fromPosition: (text) => sql`${text}::${sql.raw(type)}`,
  isPosition,
})

/** Cursors keep the microseconds of PostgreSQL's timestamps, which a JavaScript Date would lose. */
const timeKey = (expression: RawBuilder<unknown>): SortKey => ({
  expression,
  position: sql`case when isfinite(${expression})
    then (extract(epoch from ${expression}) * 1000000)::numeric(20)::text else 'infinity' end`,
  fromPosition: (text) =>
    text === 'infinity'
      ? sql`'infinity'::timestamptz`
      : sql`('epoch'::timestamptz + ${text}::bigint * interval '1 microsecond')`,
  isPosition: (text) => /^(\d{1,17}|infinity)$/.test(text),
})

/** Sort keys, by the type of the value. */
export const sortKey = {
  text: (expression: RawBuilder<unknown>) =>
    key(expression, 'text', (text) => !text.includes('\0') && text.isWellFormed()),
  id: (expression: RawBuilder<unknown>) =>
    key(expression, 'uuid', (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)),
  integer: (expression: RawBuilder<unknown>) =>
    key(expression, 'bigint', (text) => /^\d{1,18}$/.test(text)),
  number: (expression: RawBuilder<unknown>) =>
    key(expression, 'float8', (text) => /^\d{1,18}(\.\d{1,18})?(e[+-]\d{1,2})?$/.test(text)),
  time: timeKey,
}

type Sorting = {
  readonly keys: readonly SortKey[]
  readonly descending: boolean
  readonly after: readonly string[] | undefined
}

/** The parts of a query that reads a page of a list; `position` is selected with each row. */
export function sortedList({ keys, descending, after }: Sorting): {
  readonly isAfter: RawBuilder<boolean>
  readonly orderBy: RawBuilder<unknown>
  readonly position: RawBuilder<string[]>
} {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  const expressions = sql.join(keys.map(({ expression }) => expression))
  const last = (values: readonly string[]) =>
    sql.join(keys.map(({ fromPosition }, at) => fromPosition(values[at] ?? '')))
  return {
    isAfter: after === undefined ? sql`true` : sql`(${expressions}) ${beyond} (${last(after)})`,
    orderBy: sql.join(keys.map(({ expression }) => sql`${expression} ${direction}`)),
    position: sql`array[${sql.join(keys.map(({ position }) => position))}]`,
  }
}

/** Whether one of the texts contains `search`, in any case. */
export const containsText = (
  search: string,
  ...texts: readonly RawBuilder<unknown>[]
): RawBuilder<boolean> =>
  sql`(${sql.join(
    texts.map((text) => sql`strpos(lower(${text}), lower(${search}::text)) > 0`),
    sql` or `,
  )})`
