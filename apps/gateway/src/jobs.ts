import { deleteExpiredKeys } from '@quartermaster/access'
import { sweepContext } from '@quartermaster/context'
import { sweepThreadCalls } from '@quartermaster/threads'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { sweepCalls } from './queries/idempotency.ts'
import { sweepToolCalls } from './queries/tool-calls.ts'
import type { Services } from './services.ts'

const EVERY_MS = 5000
const DAY_MS = 24 * 60 * 60 * 1000

type Options = {
  config: Pick<Config, 'callLogDays' | 'callLogRows'>
  services: Services
  log: FastifyBaseLogger
}

/** Removes in the background what has expired. Any number of gateways may do so at once. */
export function startSweeping({ config, services, log }: Options): { stop(): Promise<void> } {
  const { clock } = services
  const { db } = services.database
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS)
  const jobs = {
    context: () => sweepContext(db, clock()),
    threads: () => sweepThreadCalls(db, clock()),
    idempotency: () => sweepCalls(db, clock()),
    calls: () =>
      sweepToolCalls(db, { oldest: daysAgo(config.callLogDays), rows: config.callLogRows }),
    // A while after its end a key is still told "expired" instead of "unknown".
    keys: () => deleteExpiredKeys(db, daysAgo(30)),
  }

  const sweep = async () => {
    for (const [name, job] of Object.entries(jobs)) {
      try {
        await job()
      } catch (error) {
        log.warn({ err: error, sweep: name }, 'a sweep failed and will be tried again')
      }
    }
  }

  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      running = sweep().then(next)
    }, EVERY_MS)
  }
  next()
  const stop = async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
  return { stop }
}
