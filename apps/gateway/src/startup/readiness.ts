import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { ping } from '../queries/ping.ts'

/** Orchestrators wait a second or a few for an answer to a probe. */
const PING_MS = 2000

type Options = {
  db: Database
  isStopping: () => boolean
  /** For a worker: whether it can claim deliveries. */
  canDeliver?: () => boolean
}

/**
 * Throws why the process cannot do its work at the moment. Concurrent probes share one ping, so that
 * they do not take the connections of a pool that is stuck.
 */
export function makeReadinessCheck({ db, isStopping, canDeliver }: Options): () => Promise<void> {
  let pinging: Promise<boolean> | undefined
  const answers = () => {
    pinging ??= ping(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pinging = undefined
      })
    return Promise.race([pinging, delay(PING_MS, false, { ref: false })])
  }
  return async () => {
    if (isStopping()) throw unavailable('The process is stopping.')
    if (!(await answers())) throw unavailable('The database does not answer.')
    if (canDeliver !== undefined && !canDeliver()) {
      throw unavailable('The worker has no lock and delivers nothing.')
    }
  }
}

const unavailable = (message: string): ToolError => new ToolError('unavailable', message)
