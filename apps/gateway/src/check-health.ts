// The health check of a container: `node apps/gateway/src/check-health.ts` exits with 0 if the process that has
// the same environment is ready.
import { stat } from 'node:fs/promises'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { join } from 'node:path'

// biome-ignore lint/style/noProcessEnv: the one reader of this program's environment.
const environment = process.env
const isWorker = environment.QM_ROLE === 'worker'

// A worker touches its heartbeat file every 5 seconds while the database answers.
const HEARTBEAT_MS = 30_000
const ANSWER_MS = 2500

/** Whether `/readyz` answers 200. The certificate is for the name that clients use, so it is not checked. */
function isReady(port: string): Promise<boolean> {
  const isHttps = !isWorker && Boolean(environment.QM_TLS_CERT)
  const get = isHttps ? getHttps : getHttp
  const { HOST = '127.0.0.1' } = environment
  const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST
  const options = { host, port, path: '/readyz', timeout: ANSWER_MS, rejectUnauthorized: false }
  return new Promise((resolve) => {
    const request = get(options, ({ statusCode }) => resolve(statusCode === 200))
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}

/** Whether the heartbeat file is recent. For workers without a port. */
async function isAlive(): Promise<boolean> {
  const file = join(environment.QM_DATA_DIR || '.quartermaster', 'worker-heartbeat')
  const touchedAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
  return Date.now() - touchedAt < HEARTBEAT_MS
}

const port = isWorker ? environment.QM_WORKER_PORT : environment.PORT || '8080'
process.exit((await (port ? isReady(port) : isAlive())) ? 0 : 1)
