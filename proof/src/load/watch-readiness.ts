import { setTimeout as delay } from 'node:timers/promises'
import { call } from './call.ts'

export type Readiness = {
  /** Longest time, in seconds, for which `/readyz` said ready while no call succeeded. */
  wronglyReady: number
  /** Longest time for which `/readyz` said not ready, or nothing, while calls succeeded. */
  wronglyUnready: number
  /** Whether it ever said that it is not ready. */
  wasUnready: boolean
}

const EVERY_MS = 250
/** A probe of an orchestrator waits about this long. */
const PROBE_MS = 3000
const CALL_MS = 8000

/** Asks `/readyz` and makes a call at the same time, again and again, and compares the two. */
export function watchReadiness(url: string): { stop(): Promise<Readiness> } {
  const readiness: Readiness = { wronglyReady: 0, wronglyUnready: 0, wasUnready: false }
  const stopping = new AbortController()
  let wrongSince: { state: boolean; at: number } | undefined

  const note = (began: number, isReady: boolean, works: boolean) => {
    readiness.wasUnready ||= !isReady
    if (isReady === works) {
      wrongSince = undefined
      return
    }
    if (wrongSince?.state !== isReady) wrongSince = { state: isReady, at: began }
    const seconds = (began - wrongSince.at) / 1000
    const kind = isReady ? 'wronglyReady' : 'wronglyUnready'
    readiness[kind] = Math.max(readiness[kind], seconds)
  }

  const watching = (async () => {
    for (let probe = 0; !stopping.signal.aborted; probe++) {
      const began = performance.now()
      const write = { key: `probe:${probe % 10}`, value: String(probe) }
      const [isReady, works] = await Promise.all([
        succeeds(call(`${url}/readyz`, undefined, { method: 'GET', timeoutMs: PROBE_MS })),
        succeeds(
          call(`${url}/v1/tools/push_context`, write, { agent: 'Probe', timeoutMs: CALL_MS }),
        ),
      ])
      note(began, isReady, works)
      await delay(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await watching
      return readiness
    },
  }
}

const succeeds = (answer: Promise<{ status: number }>): Promise<boolean> =>
  answer.then(
    ({ status }) => status === 200,
    () => false,
  )
