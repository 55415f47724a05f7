import { OutboundError } from '@quartermaster/outbound'
import type { Claimed } from '../queries/claim.ts'
import type { Finish } from '../queries/finish.ts'
import type { Outcome, Sending, Target } from '../targets/target.ts'
import { ATTEMPTS, waitAfter } from './backoff.ts'

/**
 * An attempt that has not been written by then never is: whoever takes over from a worker that
 * seems dead waits longer than this.
 */
export const WRITE_WITHIN_MS = 10_000

type Options = {
  clock: () => Date
  signal: AbortSignal
  random: () => number
  /** When the claim was asked for, on a clock that only goes forward. */
  claimedAt: number
  onBug: (error: unknown) => void
}

/** One attempt from beginning to end. It does not throw: whatever happens is an outcome. */
export async function attempt(claimed: Claimed, target: Target, options: Options): Promise<Finish> {
  const { clock, signal, random, claimedAt, onBug } = options
  const begun = Date.now()
  const sending: Sending = {
    signal,
    now: clock,
    beforeWrite: () => {
      // Two clocks, since one stands still while the machine sleeps and the other can be set.
      const passed = Math.max(performance.now() - claimedAt, Date.now() - begun)
      if (passed > WRITE_WITHIN_MS) throw new Error('Too late to send')
    },
  }
  const beganAt = claimed.claimedAt
  const outcome = await outcomeOf(claimed, target, sending).catch((error): Outcome => {
    if (!(error instanceof OutboundError)) onBug(error)
    return { outcome: 'failed', error: 'The attempt failed for a reason of the gateway’s own' }
  })
  const endedAt = clock()
  const {
    id,
    attempt: number,
    workspaceId,
    agentId,
    target: at,
    scheduleId,
    slot,
    resent,
  } = claimed
  return {
    ...{ id, attempt: number, workspaceId, agentId, target: at, scheduleId, slot, resent },
    ...{ beganAt, endedAt },
    kind: target.kind,
    outcome: outcome.outcome,
    status: outcome.status ?? null,
    error: outcome.outcome === 'delivered' ? null : outcome.error,
    runId: outcome.outcome === 'delivered' ? (outcome.runId ?? null) : null,
    ...whatNext(claimed, target, outcome, endedAt, random()),
  }
}

async function outcomeOf(claimed: Claimed, target: Target, sending: Sending): Promise<Outcome> {
  if (claimed.inDoubt === null || target.findEarlier === undefined)
    return target.send(claimed, sending)
  const earlier = await target.findEarlier(claimed, sending)
  if (earlier?.hasArrived) {
    return { outcome: 'delivered', ...(earlier.runId && { runId: earlier.runId }) }
  }
  // After a crash it must go out; its id tells the receiver if it has it already.
  if (claimed.inDoubt === 'lost') return target.send(claimed, sending)
  if (earlier === undefined) {
    return {
      outcome: 'failed',
      error: 'It was sent without an answer, and its target cannot be asked',
    }
  }
  const error =
    'It was sent without an answer and cannot be found at its target; resend it if it is missing'
  return { outcome: 'unconfirmed', error }
}

type Next = Pick<Finish, 'state' | 'attemptAt' | 'inDoubt'>

function whatNext(
  claimed: Claimed,
  target: Target,
  outcome: Outcome,
  now: Date,
  random: number,
): Next {
  const end = (state: Next['state']): Next => ({ state, attemptAt: null, inDoubt: null })
  if (outcome.outcome === 'delivered') return end('delivered')
  const mayAsk = target.findEarlier !== undefined && claimed.inDoubt === null
  if (outcome.outcome === 'unconfirmed' && !mayAsk) return end('unconfirmed')
  const isOver = claimed.attempt >= claimed.lastAttempt
  if (outcome.outcome === 'failed' && (isOver || outcome.final)) {
    return end(claimed.inDoubt === null ? 'failed' : 'unconfirmed')
  }
  const asked = outcome.outcome === 'failed' ? outcome.retryAfterMs : undefined
  return {
    state: 'pending',
    attemptAt: nextAttempt(claimed, now, random, asked),
    inDoubt: outcome.outcome === 'unconfirmed' ? 'timed_out' : claimed.inDoubt,
  }
}

/** One that did not wait for its time leaves the waits as they were. */
function nextAttempt(claimed: Claimed, now: Date, random: number, asked = 0): Date {
  const { attempt: number, lastAttempt, attemptAt, claimedAt } = claimed
  if (attemptAt > claimedAt) return new Date(Math.max(attemptAt.getTime(), now.getTime() + asked))
  const made = Math.max(number - (lastAttempt - ATTEMPTS), 1)
  return new Date(now.getTime() + waitAfter(made, random, asked))
}
