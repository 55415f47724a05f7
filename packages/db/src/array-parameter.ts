import { type RawBuilder, sql } from 'kysely'

/**
 * An array parameter for `unnest` whose length the planner cannot see. With a visible length, plans
 * for short arrays look cheaper than the generic plan, so PostgreSQL plans the statement again at
 * each execution, which takes several times as long as running it.
 */
export const arrayParameter = (
  values: readonly unknown[] | RawBuilder<unknown>,
  type: ArrayType,
): RawBuilder<unknown> => sql`(select ${values}::${sql.raw(type)}[])`

export type ArrayType = 'uuid' | 'bytea' | 'text' | 'timestamptz' | 'int' | 'bigint'
