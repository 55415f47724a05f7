import { setTimeout as delay } from 'node:timers/promises'
import type { OpenDatabase } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { ping } from '../queries/ping.ts'

/** Orchestrators wait one to a few seconds for an answer to a probe. */
const PING_MS = 2000

type Options = {
  database: OpenDatabase
  isStopping: () => boolean
  /** For a worker: whether it can claim deliveries. */
  canDeliver?: () => boolean
}

/**
 * Throws the reason why the process cannot do its work at the moment. Concurrent probes share one ping, so that
 * they do not take the connections of a stuck pool. A pool whose connections all wait for locks of others counts
 * as no database: no call is answered, so other processes should get the calls.
 */
export function makeReadinessCheck(options: Options): () => Promise<void> {
  const { database, isStopping, canDeliver } = options
  const { db, pool } = database
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
    if (!(await answers())) {
      const isExhausted = pool.totalCount === pool.options.max && pool.waitingCount > 0
      throw unavailable(
        isExhausted
          ? 'All database connections are in use, and none has become free in time.'
          : 'The database does not answer.',
      )
    }
    if (canDeliver !== undefined && !canDeliver()) {
      throw unavailable('The worker has no lock and delivers nothing.')
    }
  }
}

const unavailable = (message: string): ToolError => new ToolError('unavailable', message)
