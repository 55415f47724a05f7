import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import { pino, stdSerializers } from 'pino'
import { environmentVariables, readConfig } from './config.ts'
import { banner, rootKeyLine } from './startup/banner.ts'
import { explainStartFailure } from './startup/explain-start-failure.ts'
import { switchLogLevelOnSignal } from './startup/log-level.ts'
import type { RootKey } from './startup/root-key.ts'
import { type Running, start } from './startup/start.ts'
import { type Listening, startProcesses } from './startup/start-processes.ts'

// Only the first of several processes prints.
const print = (line: string) => cluster.isWorker || process.stdout.write(`${line}\n`)

/** pg attaches the client, including its credentials, to its errors. */
function withoutClient(error: Error) {
  const { client: _, ...serialized } = stdSerializers.err(error)
  return serialized
}

let rootKey: RootKey | undefined

async function main(): Promise<void> {
  const config = readConfig(environmentVariables())
  const log = pino({
    level: config.logLevel,
    serializers: { err: withoutClient },
    ...(process.stdout.isTTY && { transport: { target: 'pino-pretty' } }),
  })
  switchLogLevelOnSignal(log)
  for (const warning of config.warnings) log.warn(warning)

  let running: Running | undefined
  // An unhandled rejection is a bug of one call and must not end all others.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

  const grace = closeWithGrace(
    // SIGUSR2 switches the log level.
    { delay: 40_000, skip: ['unhandledRejection', 'SIGINT', 'SIGTERM', 'SIGUSR2'] },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'stopping after an error')
      else print('Stopping: calls in flight are finished first.')
      await running?.close()
      if (!err) print('Stopped.')
    },
  )
  // A terminal and a package manager both forward Ctrl-C, so only a second signal after a pause counts.
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined && Date.now() - stoppingSince > 2000) process.exit(1)
    if (stoppingSince === undefined) grace.close()
    stoppingSince ??= Date.now()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const hasSeveral = config.role !== 'worker' && config.processes > 1
  const startAll = hasSeveral && cluster.isPrimary ? startProcesses : start
  running = await startAll({
    config,
    log,
    onProgress: (step) => print(`Quartermaster is ${step} …`),
    onRootKey: (key) => {
      rootKey = key
    },
    onDatabaseExit: () => {
      if (stoppingSince !== undefined) return
      log.fatal('the embedded PostgreSQL ended by itself')
      grace.close()
    },
  })
  process.send?.({ url: running.url } satisfies Listening)
  if (running.url === undefined || rootKey === undefined) {
    const where = running.workerUrl === undefined ? '' : ` Its health: ${running.workerUrl}/readyz`
    print(`\n  Quartermaster's delivery worker is running.${where}\n`)
  } else {
    print(banner(running.url, rootKey, config))
  }
}

main().catch((error) => {
  // A start that fails after it generated the key must still show it.
  if (rootKey?.isNew) print(`${rootKeyLine(rootKey)}\n`)
  const reason = explainStartFailure(error)
  console.error('Quartermaster cannot start:', reason ?? error)
  process.exit(1)
})
