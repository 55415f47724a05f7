import pg from 'pg'

// biome-ignore lint/style/noProcessEnv: a contender is a process of its own, set up by its parent.
const { BENCH_DATABASE_URL, BENCH_CONNECTIONS } = process.env

/** The pool every contender uses: as many connections as the gateway has. */
export const openPool = (): pg.Pool =>
  new pg.Pool({ connectionString: BENCH_DATABASE_URL, max: Number(BENCH_CONNECTIONS ?? 20) })

/** The same statements in every contender, as prepared statements. */
export const SELECT = {
  name: 'select',
  text: 'select k, v from bench_items where k = any($1)',
}
export const UPSERT = {
  name: 'upsert',
  text: `insert into bench_items (k, v, at) values ($1, $2, now())
    on conflict (k) do update set v = excluded.v, at = excluded.at`,
}

/** Tells the parent process where this contender listens. */
export function announce(address: string): void {
  process.stdout.write(`${JSON.stringify({ url: address })}\n`)
}
