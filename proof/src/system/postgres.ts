import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@quartermaster/embedded-postgres'
import { type NetworkProxy, signalPostgres, startNetworkProxy } from '@quartermaster/testing'
import pg from 'pg'

/** A durable PostgreSQL behind a proxy, which a fault may restart, suspend and disconnect. */
export type Postgres = {
  /** Through the proxy: the address of the gateways. */
  readonly url: string
  readonly proxy: NetworkProxy
  /** Not through the proxy: for looking at the data while the network is broken. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  restart(): Promise<void>
  /** `kill -9` of the server and all its processes, and a start on what they have written. */
  crash(): Promise<void>
  /** SIGSTOP to the server and all its processes. */
  suspend(): void
  resume(): void
  /** Ends up to `count` connections of the gateways, as an operator can. */
  killConnections(count: number): Promise<number>
  stop(): Promise<void>
}

export async function startPostgres(settings: Record<string, string> = {}): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-proof-'))
  const dataDir = join(folder, 'postgres')
  const options = { dataDir, settings: { max_connections: '300', ...settings } }
  let server = await startEmbeddedPostgres(options)
  const proxy = await startNetworkProxy(server.url)

  const query: Postgres['query'] = async (text, values = []) => {
    const client = new pg.Client({ connectionString: server.url, application_name: 'proof' })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const startAgain = async () => {
    server = await startEmbeddedPostgres(options)
    proxy.moveTo(server.url)
  }
  const signal = (name: NodeJS.Signals) => signalPostgres(dataDir, name)
  return {
    url: proxy.url,
    proxy,
    query,
    async restart() {
      await server.stop()
      await startAgain()
    },
    async crash() {
      await signal('SIGKILL')
      await server.exited
      await startAgain()
    },
    suspend: () => void signal('SIGSTOP'),
    resume: () => void signal('SIGCONT'),
    async killConnections(count) {
      const rows = await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid in (
           select pid from pg_stat_activity
           where datname = current_database() and application_name <> 'proof'
           order by random() limit $1
         )`,
        [count],
      )
      return rows.length
    },
    async stop() {
      await signal('SIGCONT')
      await proxy.stop()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
