import { type Letta, type LettaAgent, LettaFailure } from '@quartermaster/delivery'

const TIMEOUT_MS = 3000
const COOLDOWN_MS = 10_000

/**
 * Looks up agents on Letta. Callers hold a database transaction, so look-ups fail immediately for
 * COOLDOWN_MS after a time-out: a hanging Letta must not use up the connection pool.
 */
export function makeFindLettaAgent(letta: Letta | undefined) {
  let failUntil = 0

  return async (id: string, signal: AbortSignal): Promise<LettaAgent | undefined> => {
    if (letta === undefined) return undefined
    if (performance.now() < failUntil) {
      throw new LettaFailure('Letta did not answer in time', { cause: undefined })
    }
    try {
      return await letta.findAgent(id, { signal, timeoutMs: TIMEOUT_MS })
    } catch (error) {
      const hasTimedOut = error instanceof LettaFailure && error.noResponse?.failure === 'timed_out'
      if (hasTimedOut) failUntil = performance.now() + COOLDOWN_MS
      throw error
    }
  }
}
