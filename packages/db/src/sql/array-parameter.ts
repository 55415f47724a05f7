import { type RawBuilder, sql } from 'kysely'
import { timeText } from './time-text.ts'

/**
 * An array parameter for `unnest` whose length the planner cannot see. With a visible length, plans
 * for short arrays look cheaper than the generic plan, so PostgreSQL plans the statement again at
 * each execution, which takes several times as long as running it.
 */
export const arrayParameter = (
  values: readonly unknown[] | string | RawBuilder<unknown>,
  type: ArrayType,
): RawBuilder<unknown> => sql`(select ${values}::${sql.raw(type)}[])`

export type ArrayType =
  | 'uuid'
  | 'bytea'
  | 'text'
  | 'timestamptz'
  | 'int'
  | 'bigint'
  | 'real'
  | 'boolean'

type Element = string | number | boolean | Date | Buffer | null

/** An array as text for PostgreSQL; pg itself takes several times as long to write one. */
export const arrayLiteral = (values: readonly Element[]): string =>
  `{${values.map(elementText).join(',')}}`

function elementText(value: Element): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null) return 'NULL'
  if (value instanceof Date) return timeText(value)
  return Buffer.isBuffer(value) ? `"\\\\x${value.toString('hex')}"` : String(value)
}

const SPECIAL = /[\\"]/
const CONTROL = /\p{Cc}/u

/** Text without control characters is quoted for PostgreSQL as it is for JSON, which is the fastest way. */
function quoted(text: string): string {
  if (!SPECIAL.test(text)) return `"${text}"`
  return CONTROL.test(text) ? `"${text.replaceAll(/[\\"]/g, '\\$&')}"` : JSON.stringify(text)
}
