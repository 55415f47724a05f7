import { type RawBuilder, sql } from 'kysely'

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

type Element = string | number | boolean | Date | null

/** An array as text for PostgreSQL. For long arrays: pg itself takes several times as long. */
export const arrayLiteral = (values: readonly Element[]): string =>
  `{${values.map(elementText).join(',')}}`

function elementText(value: Element): string {
  if (typeof value === 'string') return `"${value.replaceAll(/[\\"]/g, '\\$&')}"`
  if (value === null) return 'NULL'
  return value instanceof Date ? value.toISOString() : String(value)
}
