import closeWithGrace from 'close-with-grace'
import { pino, stdSerializers } from 'pino'
import { environmentVariables, readConfig } from './config.ts'
import { banner } from './startup/banner.ts'
import { explainStartFailure } from './startup/explain-start-failure.ts'
import { type Gateway, startGateway } from './startup/start-gateway.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function giveUp(error: unknown): never {
  const reason = explainStartFailure(error)
  if (reason === undefined) console.error('Quartermaster cannot start:', error)
  else console.error(`Quartermaster cannot start: ${reason}`)
  process.exit(1)
}

/** The pool of a database hangs the connection onto its errors, with all secrets of that. */
function withoutConnection(error: Error) {
  const { client: _, ...shown } = stdSerializers.err(error)
  return shown
}

async function start(): Promise<void> {
  const config = readConfig(environmentVariables())
  const transport = process.stdout.isTTY ? { target: 'pino-pretty' } : undefined
  const log = pino({
    level: config.logLevel,
    serializers: { err: withoutConnection },
    ...(transport && { transport }),
  })

  let gateway: Gateway | undefined
  // A promise that nobody waits for is a bug of one call, and no reason to end all others.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

  const grace = closeWithGrace(
    { delay: 40_000, skip: ['unhandledRejection', 'SIGINT', 'SIGTERM'] },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'stopping after an error')
      else say('Stopping: calls in flight are finished first.')
      await gateway?.close()
      if (!err) say('Stopped.')
    },
  )
  // A terminal and a package manager both pass Ctrl-C on; a person who means it repeats it.
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined && Date.now() - stoppingSince > 2000) process.exit(1)
    if (stoppingSince === undefined) grace.close()
    stoppingSince ??= Date.now()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  gateway = await startGateway({
    config,
    log,
    onProgress: (step) => say(`Quartermaster is ${step} …`),
    onDatabaseExit: () => {
      if (stoppingSince !== undefined) return
      log.fatal('the embedded PostgreSQL ended by itself')
      grace.close()
    },
  })
  say(banner(gateway, config))
}

start().catch(giveUp)
