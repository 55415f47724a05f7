import cluster from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@quartermaster/embedded-postgres'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '../app.ts'
import { catalog } from '../catalog.ts'
import { type Config, checkToolsDir } from '../config.ts'
import { buildConsole } from '../console/build-console.ts'
import { startJobs } from '../jobs.ts'
import { openServices, openWorkerServices, type WorkerServices } from '../services.ts'
import type { Telemetry } from '../telemetry/start-telemetry.ts'
import { buildWorkerApp } from '../worker-app.ts'
import { collectGarbageAfterStart } from './collect-garbage.ts'
import { createDataDir } from './data-dir.ts'
import { checkPort, listen } from './listen.ts'
import { makeReadinessCheck } from './readiness.ts'
import { type RootKey, readRootKey } from './root-key.ts'
import { readTls } from './tls.ts'

export type Running = {
  /** Undefined for a worker. */
  readonly url: string | undefined
  /** The address at which a worker answers health checks, if `QM_WORKER_PORT` is set. */
  readonly workerUrl: string | undefined
  close(): Promise<void>
}

export type StartOptions = {
  config: Config
  log: FastifyBaseLogger
  onProgress: (step: string) => void
  onRootKey: (rootKey: RootKey) => void
  /** Called when the embedded database exits unexpectedly. */
  onDatabaseExit: () => void
}

/** Starts what `QM_ROLE` asks for. `close` stops everything in the opposite order. */
export async function start(options: StartOptions): Promise<Running> {
  const { config, log, onProgress, onRootKey } = options
  const isGateway = config.role !== 'worker'
  let isStopping = false
  await using starting = new AsyncDisposableStack()

  await createDataDir(config.dataDir)
  if (isGateway) {
    await checkToolsDir(config)
    // With several processes, the first one has already checked the port.
    if (!cluster.isWorker) await checkPort(config)
  }
  const tls = isGateway ? await readTls(config, log) : undefined
  const telemetry = await openTelemetry(options, starting)
  const consoleDir = isGateway ? startConsole(options) : undefined
  const rootKey = isGateway ? await readRootKey(config) : undefined
  if (rootKey !== undefined) onRootKey(rootKey)

  const databaseUrl = config.databaseUrl ?? (await startDatabase(options, starting))
  onProgress('preparing the database')
  const opening = { config, databaseUrl, log, telemetry, isStopping: () => isStopping }
  const gatewayServices = rootKey && (await openServices({ ...opening, rootKey: rootKey.key }))
  const services = gatewayServices ?? (await openWorkerServices(opening))
  starting.defer(() => services.close())

  if (config.role !== 'gateway') {
    onProgress('starting the delivery worker')
    await services.prompts.startWorker()
  }
  const jobs = startJobs({ config, services, log })
  starting.defer(() => jobs.stop())

  let url: string | undefined
  if (gatewayServices !== undefined) {
    onProgress('opening the gateway')
    const publicUrl = () => config.publicUrl ?? url ?? ''
    const app = await buildApp({
      config,
      services: gatewayServices,
      catalog,
      log,
      publicUrl,
      consoleDir: await consoleDir,
      tls,
      traceRequests: telemetry?.traceRequests,
      isStopping: () => isStopping,
    })
    starting.defer(() => app.close())
    url = await listen(app, config)
  }
  const isStoppingNow = () => isStopping
  const workerUrl = isGateway
    ? undefined
    : await serveHealth(options, services, starting, isStoppingNow)
  collectGarbageAfterStart()
  const running = starting.move()
  const close = async () => {
    isStopping = true
    // Load balancers need time to notice that `/readyz` fails.
    if (isGateway) await delay(config.drainSeconds * 1000)
    await running.disposeAsync()
  }
  return { url, workerUrl, close }
}

/** Loads OpenTelemetry if the environment names a collector. */
async function openTelemetry(
  { config }: StartOptions,
  starting: AsyncDisposableStack,
): Promise<Telemetry | undefined> {
  if (config.telemetry === undefined) return undefined
  const { startTelemetry } = await import('../telemetry/start-telemetry.ts')
  return starting.adopt(await startTelemetry(config.telemetry), (open) => open.close())
}

/** Serves the health of a worker on `QM_WORKER_PORT`. */
async function serveHealth(
  { config, log }: StartOptions,
  services: WorkerServices,
  starting: AsyncDisposableStack,
  isStopping: () => boolean,
): Promise<string | undefined> {
  const { workerPort: port, host } = config
  if (port === undefined) return undefined
  const { canDeliver } = services.prompts
  const { database } = services
  const checkReadiness = makeReadinessCheck({ database, isStopping, canDeliver })
  const app = await buildWorkerApp({ config, services, log, checkReadiness })
  starting.defer(() => app.close())
  return listen(app, { host, port })
}

/** Builds the console while the database starts. The gateway works without it. */
const startConsole = ({ log, onProgress }: StartOptions): Promise<string | undefined> =>
  buildConsole({
    onBuild: () => onProgress('building the console'),
    onError: (error) => log.warn({ err: error }, 'the console could not be built'),
  })

export async function startDatabase(
  { config, log, onProgress, onDatabaseExit }: StartOptions,
  starting: AsyncDisposableStack,
): Promise<string> {
  onProgress('starting PostgreSQL')
  const dataDir = join(config.dataDir, 'postgres')
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => log.debug(line) })
  starting.defer(() => server.stop())
  server.exited.then(onDatabaseExit)
  return server.url
}
