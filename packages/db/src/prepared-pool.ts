import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

// A guard only: our statements are few, since lists travel as one array parameter.
const MOST_STATEMENTS = 500

/**
 * A pool for Kysely whose statements are prepared: PostgreSQL plans each once per connection
 * instead of once per call, which for short queries is most of the work.
 */
export function preparedPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_STATEMENTS) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
    return name
  }

  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  const prepare = (client: pg.PoolClient): PostgresPoolClient => {
    const known = prepared.get(client)
    if (known !== undefined) return known
    const proxy = new Proxy(client, {
      get(target, property) {
        if (property !== 'query') {
          const value = Reflect.get(target, property, target)
          return typeof value === 'function' ? value.bind(target) : value
        }
        return (text: unknown, values?: unknown[]) =>
          typeof text === 'string' && values !== undefined && values.length > 0
            ? target.query({ name: nameOf(text), text, values })
            : target.query(text as string)
      },
    }) as unknown as PostgresPoolClient
    prepared.set(client, proxy)
    return proxy
  }

  return {
    connect: async () => prepare(await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  }
}
