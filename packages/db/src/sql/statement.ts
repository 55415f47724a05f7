import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database } from '../open-database.ts'
import { arrayLiteral } from './array-parameter.ts'

class Parameter {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** A parameter of a statement, by its name. */
export type Parameters<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

/**
 * A statement whose SQL is built once: an execution only fills in the values. For statements on the path of
 * every call, where building the same text again costs more than running it.
 */
export function statement<Values extends object, Row>(
  build: (parameter: Parameters<Values>) => RawBuilder<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build((name) => sql`${new Parameter(name)}`).compile(db)
    const { query, queryId, sql: text } = compiled
    const parameters = compiled.parameters.map((value) =>
      value instanceof Parameter ? toParameter(values[value.name as keyof Values]) : value,
    )
    const { rows } = await db.executeQuery<Row>({ query, queryId, sql: text, parameters })
    return rows
  }
}

const toParameter = (value: unknown): unknown =>
  Array.isArray(value) ? arrayLiteral(value) : value
