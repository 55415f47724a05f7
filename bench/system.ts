import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@quartermaster/embedded-postgres'
import { buildApp, catalog, openServices, readConfig, type Services } from '@quartermaster/gateway'
import { pino } from 'pino'

const ROOT_KEY = 'the-root-key-of-the-benchmarks'

export type System = {
  readonly url: string
  readonly databaseUrl: string
  readonly services: Services
  call(
    workspace: string,
    agent: string,
    tool: string,
    input: unknown,
  ): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

/** The whole gateway on a durable PostgreSQL of its own, as `pnpm start` runs it. */
export async function startSystem(): Promise<System> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-bench-'))
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const log = pino({ level: 'error' })
  const config = readConfig({ QM_DATA_DIR: folder })
  const services = await openServices({ config, databaseUrl: server.url, rootKey: ROOT_KEY, log })
  let url = ''
  const app = await buildApp({ config, services, catalog, log, publicUrl: () => url })
  url = await app.listen({ host: '127.0.0.1', port: 0 })

  const call: System['call'] = async (workspace, agent, tool, input) => {
    const response = await fetch(`${url}/v1/tools/${tool}`, {
      method: 'POST',
      headers: { 'x-api-key': ROOT_KEY, 'x-workspace': workspace, 'x-agent': agent },
      body: JSON.stringify(input),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${tool}: ${answer.error}`)
    return answer
  }
  const stop = async () => {
    await app.close()
    await services.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url, databaseUrl: server.url, services, call, stop }
}
