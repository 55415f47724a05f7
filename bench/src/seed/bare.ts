import type { Databases } from '../system/databases.ts'

/** The table that the contenders read and write, with as many keys as the gateway's workspace. */
export async function seedBare(
  databases: Databases,
  database: string,
  keys: number,
): Promise<void> {
  await databases.run(
    database,
    'create table bench_items (k text primary key, v jsonb not null, at timestamptz not null default now())',
  )
  await databases.run(
    database,
    `insert into bench_items (k, v) select 'key ' || n, '{"n":1}' from generate_series(1, $1::int) n`,
    [keys],
  )
  await databases.run(database, 'vacuum analyze')
}
