import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, call } from './call.ts'
import { type Workload, WRITERS, type Write } from './workload.ts'

export type Acknowledged = {
  readonly write: Write
  readonly at: number
  readonly latencyMs: number
  readonly attempts: number
}

/** Writers that repeat each write with its idempotency key until it is acknowledged. */
export type Load = {
  readonly acknowledged: readonly Acknowledged[]
  /** Answers that no fault explains, such as an internal error. */
  readonly problems: readonly string[]
  /** Writes per second that were acknowledged in this span of `performance.now()`. */
  rate(from: number, to: number): number
  /** Resolves when every write that was begun is acknowledged. */
  stop(): Promise<void>
}

type Options = {
  readonly workload: Workload
  readonly urlOf: (writer: number) => string
  /** Time between two writes of a writer, so that the load does not depend on the machine's speed. */
  readonly pauseMs?: number
}

/** Statuses that tell the caller to try again: conflict with itself, limit, unavailable, timeout. */
const TEMPORARY = [409, 429, 502, 503, 504]
const RETRY_MS = 100

export function startLoad({ workload, urlOf, pauseMs = 40 }: Options): Load {
  const acknowledged: Acknowledged[] = []
  const problems: string[] = []
  let isStopping = false

  async function acknowledge(writer: number, write: Write): Promise<void> {
    const began = performance.now()
    for (let attempts = 1; ; attempts++) {
      const answer = await attempt(urlOf(writer), write)
      if (answer?.status === 200) {
        const at = performance.now()
        acknowledged.push({ write, at, latencyMs: at - began, attempts })
        return
      }
      if (answer !== undefined && !TEMPORARY.includes(answer.status)) {
        problems.push(`${write.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
        return
      }
      await delay(RETRY_MS)
    }
  }

  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let index = 0; !isStopping; index++) {
      await acknowledge(writer, workload.writeOf(writer, index))
      await delay(pauseMs)
    }
  })
  return {
    acknowledged,
    problems,
    rate(from, to) {
      const inside = acknowledged.filter(({ at }) => at >= from && at < to)
      return inside.length / ((to - from) / 1000)
    },
    async stop() {
      isStopping = true
      await Promise.all(writers)
    },
  }
}

const attempt = (url: string, write: Write): Promise<Answer | undefined> =>
  call(url + write.path, write.body, write).catch(() => undefined)
