import { type Caller, stringifyJson, type Tool, ToolError } from '@quartermaster/toolkit'

export type RepetitionLimits = {
  /** Identical calls in a row after which the next one is refused; 0 = no limit. */
  readonly failures: number
  readonly writes: number
  readonly reads: number
}

type Streak = {
  readonly path: string
  /** The arguments as JSON text. */
  readonly sent: string
  calls: number
  failures: number
  lastError: string
  running: number
  /** When the limit was reached; the streak is forgotten `PAUSE_MS` later. */
  refusedAt: number | undefined
}

type CallOf = {
  readonly caller: Caller
  readonly tool: Tool
  readonly path: string
  readonly parameters: Record<string, unknown>
  readonly bytes: number
  /** A repetition with an idempotency key has no effect and is intended. */
  readonly isRepeatable: boolean
}

const PAUSE_MS = 60_000
// Arguments are kept in memory for the comparison, so calls with larger ones are not compared.
const LARGEST_BYTES = 2048
const MAX_AGENTS = 10_000

/**
 * Detects a model that makes the same call again and again. Only the agent's last call is remembered, and any
 * other call ends the streak, so the usual cost is one comparison of two texts. Concurrent identical calls
 * come from a program, not from a model, and end the streak as well.
 */
export function watchRepetitions(limits: RepetitionLimits) {
  const streaks = new Map<string, Streak>()
  const isOff = limits.failures + limits.writes + limits.reads === 0

  function streakOf({ caller, path, parameters, bytes }: CallOf): Streak | undefined {
    const agent = `${caller.workspaceId} ${caller.agent}`
    if (bytes > LARGEST_BYTES) {
      streaks.delete(agent)
      return undefined
    }
    const sent = stringifyJson(parameters)
    const known = streaks.get(agent)
    if (known !== undefined && known.path === path && known.sent === sent) {
      const isPast = known.refusedAt !== undefined && performance.now() - known.refusedAt > PAUSE_MS
      if (known.running === 0 && !isPast) return known
    }
    const fresh = {
      path,
      sent,
      calls: 0,
      failures: 0,
      lastError: '',
      running: 0,
      refusedAt: undefined,
    }
    if (streaks.size >= MAX_AGENTS) streaks.clear()
    streaks.set(agent, fresh)
    return fresh
  }

  /** Throws if the call continues a streak over its limit; otherwise returns how to report its end. */
  function begin(call: CallOf): ((failure?: ToolError) => void) | undefined {
    if (isOff || call.isRepeatable) return undefined
    const streak = streakOf(call)
    if (streak === undefined) return undefined
    refuse(streak, call.tool)
    streak.calls++
    streak.running++
    return (failure) => {
      streak.running--
      const isFinal = failure !== undefined && failure.status < 500 && !failure.retryable
      streak.failures = isFinal ? streak.failures + 1 : 0
      streak.lastError = failure?.message ?? ''
    }
  }

  function refuse(streak: Streak, { name, effect }: Tool): void {
    const { calls, failures, lastError } = streak
    const limit = effect === 'read' ? limits.reads : limits.writes
    if (limits.failures > 0 && failures >= limits.failures) {
      streak.refusedAt ??= performance.now()
      throw loop(`The same call of '${name}' has failed ${failures} times in a row: ${lastError}`)
    }
    if (limit > 0 && calls >= limit) {
      streak.refusedAt ??= performance.now()
      throw loop(`The same call of '${name}' was made ${calls} times in a row.`)
    }
  }

  return { begin }
}

export type Repetitions = ReturnType<typeof watchRepetitions>

const loop = (message: string): ToolError =>
  new ToolError('rate_limited', message, {
    suggestion:
      'Do not repeat this call: change its arguments, use another tool, or report the problem. The same call is accepted again after a minute.',
    // Programs repeat calls whose error is retryable or has a Retry-After, which would continue the loop.
    retryable: false,
  })
