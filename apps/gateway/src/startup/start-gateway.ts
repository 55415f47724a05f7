import { join } from 'node:path'
import { startEmbeddedPostgres } from '@quartermaster/embedded-postgres'
import { ConfigError } from '@quartermaster/toolkit'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { type Catalog, catalog as everything } from '../catalog.ts'
import { type Config, checkToolsDir } from '../config.ts'
import { startSweeping } from '../jobs.ts'
import { openServices } from '../services.ts'
import { rootKey } from './root-key.ts'

export type Gateway = {
  /** Undefined for a worker, which nobody calls. */
  readonly url: string | undefined
  readonly rootKey: string
  readonly isFirstStart: boolean
  close(): Promise<void>
}

type Options = {
  config: Config
  log: FastifyBaseLogger
  catalog?: Catalog
  /** Told of each step that can take a moment. */
  onProgress?: (step: string) => void
  /** The embedded database ended by itself. */
  onDatabaseExit?: () => void
}

/** Opens everything in order, and closes it in the opposite order. */
export async function startGateway(options: Options): Promise<Gateway> {
  const { config, log, catalog = everything, onProgress = () => {}, onDatabaseExit } = options
  const closing: (() => Promise<void>)[] = []
  let isStopping = false
  const close = async () => {
    isStopping = true
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    await checkToolsDir(config)
    const { key, isNew } = await rootKey(config.rootKey, config.dataDir).catch(
      (error: NodeJS.ErrnoException) => {
        throw new ConfigError(`QM_DATA_DIR: ${config.dataDir} cannot be used (${error.code})`)
      },
    )

    let databaseUrl = config.databaseUrl
    if (databaseUrl === undefined) {
      onProgress('starting PostgreSQL')
      const dataDir = join(config.dataDir, 'postgres')
      const server = await startEmbeddedPostgres({ dataDir, log: (line) => log.debug(line) })
      closing.push(() => server.stop())
      server.exited.then(() => onDatabaseExit?.())
      databaseUrl = server.url
    }

    onProgress('preparing the database')
    const services = await openServices({
      ...{ config, databaseUrl, rootKey: key, log },
      isStopping: () => isStopping,
    })
    closing.push(() => services.close())

    if (config.role !== 'gateway') {
      onProgress('starting the delivery worker')
      await services.prompts.startWorker()
    }
    if (config.role === 'worker')
      return { url: undefined, rootKey: key, isFirstStart: isNew, close }

    const sweeping = startSweeping({ config, services, log })
    closing.push(() => sweeping.stop())

    onProgress('opening the gateway')
    let url = ''
    const app = await buildApp({
      config,
      services,
      catalog,
      log,
      publicUrl: () => config.publicUrl ?? url,
    })
    closing.push(() => app.close())
    url = listeningUrl(await listen(app, config), config.host)
    return { url, rootKey: key, isFirstStart: isNew, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw new ConfigError(`HOST and PORT: ${(error as Error).message}`)
  }
}

/** Listening everywhere has no address of its own: this machine's will do to look at. */
function listeningUrl(address: string, host: string): string {
  const url = new URL(address)
  if (host === '0.0.0.0' || host === '::') url.hostname = '127.0.0.1'
  else url.hostname = host.includes(':') ? `[${host}]` : host
  return url.origin
}
