import { type Letta, type LettaAgent, LettaFailure } from '@quartermaster/delivery'

const TIMEOUT_MS = 3000
const REST_MS = 10_000

/**
 * Looks agents up at Letta. Whoever asks holds a database transaction meanwhile, so a Letta that
 * hangs must not take them all: after a time-out it is not asked for a while.
 */
export function makeLookUp(letta: Letta | undefined) {
  let restUntil = 0

  return async (id: string, signal: AbortSignal): Promise<LettaAgent | undefined> => {
    if (letta === undefined) return undefined
    if (performance.now() < restUntil) {
      throw new LettaFailure('Letta did not answer in time', { cause: undefined })
    }
    try {
      return await letta.findAgent(id, { signal, timeoutMs: TIMEOUT_MS })
    } catch (error) {
      const isSlow = error instanceof LettaFailure && error.silence?.failure === 'timed_out'
      if (isSlow) restUntil = performance.now() + REST_MS
      throw error
    }
  }
}
