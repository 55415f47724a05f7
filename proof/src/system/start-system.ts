import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNetworkProxy, startRedis } from '@quartermaster/testing'
import type { System } from '../faults/fault.ts'
import { freePort, type Gateway, startGateway } from './gateway.ts'
import { startPostgres } from './postgres.ts'

export type RunningSystem = System & {
  /** Processes that have exited by themselves. */
  exits(): string[]
  stop(): Promise<void>
}

/** PostgreSQL and Redis behind proxies, a gateway and a worker, each in a process of its own. */
export async function startSystem(
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningSystem> {
  await using starting = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-proof-'))
  starting.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = starting.adopt(await startPostgres(), (open) => open.stop())
  const redis = starting.adopt(await startRedis(), (open) => open.stop())
  const redisProxy = starting.adopt(await startNetworkProxy(redis.url), (open) => open.stop())
  const port = String(await freePort())
  const common = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redisProxy.url,
    ...variables,
  }
  const startOne = (role: 'gateway' | 'worker') =>
    startGateway({
      ...common,
      QM_ROLE: role,
      QM_DATA_DIR: join(folder, role),
      ...(role === 'gateway' && { PORT: port }),
    })
  const all: Gateway[] = []
  const begin = async (role: 'gateway' | 'worker') => {
    const started = await startOne(role)
    all.push(started)
    return started
  }
  let gateway = await begin('gateway')
  starting.defer(() => gateway.stop())
  let worker = await begin('worker')
  starting.defer(() => worker.stop())
  const running = starting.move()
  return {
    postgres,
    redis,
    redisProxy,
    gateway: () => gateway,
    worker: () => worker,
    async replaceGateway() {
      await gateway.kill()
      gateway = await begin('gateway')
    },
    async replaceWorker() {
      await worker.kill()
      worker = await begin('worker')
    },
    exits: () => all.filter((one) => one.hasExitedByItself()).map((one) => one.output()),
    stop: () => running.disposeAsync(),
  }
}
