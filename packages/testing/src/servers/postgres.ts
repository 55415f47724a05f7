import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@quartermaster/embedded-postgres'
import { TEST_DATABASE_URL } from '../environment.ts'
import { memoryFolder } from './memory-folder.ts'

export type TestServer = { readonly url: string; stop(): Promise<void> }

/** The server at `TEST_DATABASE_URL`, else the embedded binaries, else a container. */
export async function startPostgres(): Promise<TestServer> {
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => {} }
  try {
    return await startEmbedded()
  } catch (embedded) {
    try {
      return await startContainer()
    } catch (container) {
      throw new AggregateError(
        [embedded, container],
        'Tests need a real PostgreSQL: the embedded one did not start and no container engine answers. Set TEST_DATABASE_URL.',
      )
    }
  }
}

async function startEmbedded(): Promise<TestServer> {
  const folder = await mkdtemp(join(memoryFolder(), 'quartermaster-test-'))
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    durable: false,
    settings: { max_connections: '300' },
  })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}

async function startContainer(): Promise<TestServer> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const container = await new PostgreSqlContainer('postgres:18-alpine').start()
  const stop = async () => {
    await container.stop()
  }
  return { url: container.getConnectionUri(), stop }
}
