import { DataFolderInUse } from '@quartermaster/embedded-postgres'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import { banner } from './banner.ts'
import { BadConfig, environmentVariables, readConfig } from './config.ts'
import { type Gateway, startGateway } from './gateway.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What an operator can mend is told in one line; anything else with all that is known of it. */
function giveUp(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  const isPlain = error instanceof BadConfig || error instanceof DataFolderInUse
  if (isPlain) console.error(`Quartermaster cannot start: ${error.message}`)
  else if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    console.error(`Quartermaster cannot start: HOST and PORT: ${(error as Error).message}`)
  } else console.error('Quartermaster cannot start:', error)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(environmentVariables())
  const transport = process.stdout.isTTY ? { target: 'pino-pretty' } : undefined
  const log = pino({ level: config.logLevel, ...(transport && { transport }) })

  let gateway: Gateway | undefined
  const grace = closeWithGrace({ delay: 40_000 }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else if (signal) say('Stopping: calls in flight are finished first.')
    await gateway?.close()
    if (signal) say('Stopped.')
  })
  gateway = await startGateway({
    config,
    log,
    onProgress: (step) => say(`Quartermaster is ${step} …`),
    onDatabaseExit: () => {
      log.fatal('the embedded PostgreSQL ended by itself')
      grace.close()
    },
  })
  say(banner(gateway, config))
}

start().catch(giveUp)
