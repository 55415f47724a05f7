import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@quartermaster/embedded-postgres'
import pg from 'pg'

/** One durable PostgreSQL for all contenders. */
export type Databases = {
  readonly folder: string
  /** The process whose children are the server's backends. */
  readonly pid: number
  urlOf(name: string): string
  create(name: string): Promise<string>
  /** One statement without a time limit, for seeding. */
  run(name: string, text: string, values?: unknown[]): Promise<pg.QueryResult>
  stop(): Promise<void>
}

export async function startDatabases(): Promise<Databases> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-bench-'))
  const dataDir = join(folder, 'postgres')
  const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } })
  const urlOf = (name: string) => {
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return url.href
  }
  const run: Databases['run'] = async (name, text, values = []) => {
    const client = new pg.Client({ connectionString: urlOf(name) })
    await client.connect()
    try {
      return await client.query(text, values)
    } finally {
      await client.end()
    }
  }
  return {
    folder,
    pid: await postmasterPid(dataDir),
    urlOf,
    run,
    async create(name) {
      await run('postgres', `create database ${name}`)
      return urlOf(name)
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  const { readdir } = await import('node:fs/promises')
  for (const entry of ['.', ...(await readdir(dataDir))]) {
    const text = await readFile(join(dataDir, entry, 'postmaster.pid'), 'utf8').catch(
      () => undefined,
    )
    if (text !== undefined) return Number(text.split('\n')[0])
  }
  throw new Error('PostgreSQL has written no postmaster.pid')
}
