import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from './config.ts'
import errors from './http/errors.ts'
import health from './http/health.ts'
import rootKeyOnly from './http/root-key-only.ts'
import { ErrorBody } from './openapi/operation.ts'
import { metricsRoute } from './routes/metrics.ts'
import type { WorkerServices } from './services.ts'

type Options = {
  config: Pick<Config, 'rootKey'>
  services: WorkerServices
  log: FastifyBaseLogger
  checkReadiness: () => Promise<void>
}

/** The routes of a worker on `QM_WORKER_PORT`: health, readiness and metrics. */
export async function buildWorkerApp(options: Options): Promise<FastifyInstance> {
  const { config, services, log, checkReadiness } = options
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  // The schemas of the routes refer to it.
  app.addSchema(ErrorBody)
  await app.register(errors)
  await app.register(rootKeyOnly, { rootKey: config.rootKey })
  await app.register(health, { checkReadiness })
  metricsRoute(app, services)
  return app
}
