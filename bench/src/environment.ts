import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Plan } from './measure.ts'
import { seedBare } from './seed/bare.ts'
import { seedContext } from './seed/context.ts'
import { type ChildServer, startContender } from './system/child-server.ts'
import { type Databases, startDatabases } from './system/databases.ts'
import { type Gateway, startGateway } from './system/gateway.ts'

/** The keys of the workspace `default`, which most rows are measured on. */
const KEYS = 10_000
/** The keys of the workspace `lists`. */
const LISTED_KEYS = 1000

export type Environment = {
  readonly databases: Databases
  readonly plan: Plan
  readonly isQuick: boolean
  readonly gateway: Gateway
  readonly contenders: {
    readonly fastify: ChildServer
    readonly express: ChildServer
    /** Undefined where Debian's python3-fastapi, python3-asyncpg and uvicorn are not installed. */
    readonly fastapi: ChildServer | undefined
    readonly mcp: ChildServer
  }
  /** The key of the agent `bench` in the workspace `default`. */
  readonly key: string
  /** The key of the agent `bench` in the workspace `lists`. */
  readonly listKey: string
  stop(): Promise<void>
}

export async function startEnvironment({ isQuick }: { isQuick: boolean }): Promise<Environment> {
  const databases = await startDatabases()
  const stops: (() => Promise<void>)[] = [() => databases.stop()]
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step()
  }
  const started = async <Server extends ChildServer>(server: Promise<Server>): Promise<Server> => {
    const ready = await server
    stops.push(() => ready.stop())
    return ready
  }
  try {
    const bareUrl = await databases.create('bench_bare')
    await seedBare(databases, 'bench_bare', KEYS)
    const databaseUrl = await databases.create('bench_gateway')
    const gateway = await started(startGateway({ databaseUrl, dataDir: databases.folder }))
    await seedContext(databases, 'bench_gateway', gateway, 'default', KEYS)
    const key = await gateway.createKey('bench', 'default')
    await seedContext(databases, 'bench_gateway', gateway, 'lists', LISTED_KEYS)
    const listKey = await gateway.createKey('bench', 'lists')
    return {
      databases,
      plan: {
        rounds: isQuick ? 3 : 5,
        seconds: isQuick ? 2 : 4,
        postgresPid: databases.pid,
      },
      isQuick,
      gateway,
      contenders: {
        fastify: await started(startContender('fastify-pg.ts', bareUrl)),
        express: await started(startContender('express-pg.ts', bareUrl)),
        fastapi: (await hasFastApi())
          ? await started(startContender('fastapi_asyncpg.py', bareUrl))
          : undefined,
        mcp: await started(startContender('mcp-server.ts', bareUrl)),
      },
      key,
      listKey,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const hasFastApi = (): Promise<boolean> =>
  promisify(execFile)('/usr/bin/python3', ['-c', 'import fastapi, asyncpg, uvicorn']).then(
    () => true,
    () => false,
  )
