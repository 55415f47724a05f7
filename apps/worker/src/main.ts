import { BadConfig } from '@quartermaster/toolkit'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import { environmentVariables, readConfig } from './config.ts'
import { startWorker } from './worker.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  const config = readConfig(environmentVariables())
  const log = pino({ level: config.logLevel })
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
  if (error instanceof BadConfig) console.error(`The worker cannot start: ${error.message}`)
  else console.error('The worker cannot start:', error)
  process.exit(1)
})
