import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis } from '@quartermaster/testing'
import { freePort, type Gateway, startGateway } from '../system/gateway.ts'
import { type Postgres, startPostgres } from '../system/postgres.ts'
import { startLoadBalancer } from './load-balancer.ts'

/** Gateways and workers on one PostgreSQL and one Redis, behind one load balancer. */
export type Cluster = {
  readonly url: string
  readonly postgres: Postgres
  gatewayUrls(): readonly string[]
  /** SIGTERM, and a start at the same address, as in a rolling restart. */
  restartGateway(index: number): Promise<void>
  killGateway(index: number): Promise<void>
  killWorker(index: number): Promise<void>
  exits(): number
  stop(): Promise<void>
}

export async function startCluster(
  size: number,
  variables: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  await using starting = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-cluster-'))
  starting.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = starting.adopt(await startPostgres(), (open) => open.stop())
  const redis = starting.adopt(await startRedis(), (open) => open.stop())
  const common = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    QM_DRAIN_SECONDS: '3',
    ...variables,
  }
  const indexes = Array.from({ length: size }, (_, index) => index)
  const ports = await Promise.all(indexes.map(freePort))
  const startOne = (role: 'gateway' | 'worker', index: number) =>
    startGateway({
      ...common,
      QM_ROLE: role,
      QM_DATA_DIR: join(folder, `${role}-${index}`),
      ...(role === 'gateway' && { PORT: String(ports[index]) }),
    })
  const all: Gateway[] = []
  starting.defer(async () => {
    await Promise.all(all.map((one) => one.stop()))
  })
  const begin = async (role: 'gateway' | 'worker', index: number) => {
    const started = await startOne(role, index)
    all.push(started)
    return started
  }
  const gateways = await Promise.all(indexes.map((index) => begin('gateway', index)))
  const workers = await Promise.all(indexes.map((index) => begin('worker', index)))
  const gatewayUrls = () => gateways.map(({ url }) => url)
  const balancer = starting.adopt(await startLoadBalancer(gatewayUrls), (open) => open.stop())
  const running = starting.move()
  return {
    url: balancer.url,
    postgres,
    gatewayUrls,
    async restartGateway(index) {
      await gateways[index]?.stop()
      gateways[index] = await begin('gateway', index)
    },
    async killGateway(index) {
      await gateways[index]?.kill()
    },
    async killWorker(index) {
      await workers[index]?.kill()
    },
    exits: () => all.filter((one) => one.hasExitedByItself()).length,
    stop: () => running.disposeAsync(),
  }
}
