import { ConfigError } from '@quartermaster/toolkit'
import closeWithGrace from 'close-with-grace'
import { pino, stdSerializers } from 'pino'
import { environmentVariables, readConfig } from './config.ts'
import { startWorker } from './worker.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The pool of a database hangs the connection onto its errors, with all secrets of that. */
function withoutConnection(error: Error) {
  const { client: _, ...shown } = stdSerializers.err(error)
  return shown
}

async function start(): Promise<void> {
  const config = readConfig(environmentVariables())
  const log = pino({ level: config.logLevel, serializers: { err: withoutConnection } })
  const worker = await startWorker(config, log)
  closeWithGrace({ delay: 40_000 }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else say('Stopping: what is being sent is finished first.')
    await worker.close()
    say('Stopped.')
  })
  say('Quartermaster delivers.')
}

start().catch((error) => {
  if (error instanceof ConfigError) console.error(`The worker cannot start: ${error.message}`)
  else console.error('The worker cannot start:', error)
  process.exit(1)
})
