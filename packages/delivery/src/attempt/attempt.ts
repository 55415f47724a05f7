import { OutboundError } from '@quartermaster/outbound'
import type { ClaimedDelivery } from '../queries/claim-deliveries.ts'
import type { Finish } from '../queries/finish-deliveries.ts'
import type { Outcome, SendContext, Target } from '../targets/target.ts'
import { ATTEMPTS, waitAfter } from './backoff.ts'

/**
 * A request is written within this time of its claim or not at all. The sweep waits longer than this
 * before it reclaims the attempts of a worker that seems dead.
 */
export const WRITE_WITHIN_MS = 10_000

type Options = {
  clock: () => Date
  signal: AbortSignal
  random: () => number
  /** `performance.now()` when the claim was sent to the database. */
  claimedAt: number
  onBug: (error: unknown) => void
}

/** Runs one attempt. Never throws: every failure is an outcome. */
export async function attempt(
  claimed: ClaimedDelivery,
  target: Target,
  options: Options,
): Promise<Finish> {
  const { clock, signal, random, claimedAt, onBug } = options
  const begun = Date.now()
  const context: SendContext = {
    signal,
    now: clock,
    beforeWrite: () => {
      // Two clocks, because one stops while the machine sleeps and the other can be set.
      const passed = Math.max(performance.now() - claimedAt, Date.now() - begun)
      if (passed > WRITE_WITHIN_MS) throw new Error('Too late to send')
    },
  }
  const outcome = await send(claimed, target, context).catch((error): Outcome => {
    if (!(error instanceof OutboundError)) onBug(error)
    return { outcome: 'failed', error: 'The attempt failed because of an error in the gateway' }
  })
  const endedAt = clock()
  return {
    id: claimed.id,
    attempt: claimed.attempt,
    workspaceId: claimed.workspaceId,
    agentId: claimed.agentId,
    target: claimed.target,
    scheduleId: claimed.scheduleId,
    trigger: claimed.trigger,
    dueAt: claimed.dueAt,
    resent: claimed.resent,
    beganAt: claimed.claimedAt,
    endedAt,
    kind: target.kind,
    outcome: outcome.outcome,
    status: outcome.status ?? null,
    error: outcome.outcome === 'delivered' ? null : outcome.error,
    runId: outcome.outcome === 'delivered' ? (outcome.runId ?? null) : null,
    ...nextState(claimed, target, outcome, endedAt, random()),
  }
}

const MAY_HAVE_ARRIVED =
  'The worker stopped while it was sending. It may have arrived, so it is not sent again automatically; resend it if it is missing'

async function send(
  claimed: ClaimedDelivery,
  target: Target,
  context: SendContext,
): Promise<Outcome> {
  if (claimed.inDoubt === null || target.isRepeatable) return target.send(claimed, context)
  if (target.findEarlier === undefined) return { outcome: 'unconfirmed', error: MAY_HAVE_ARRIVED }
  const earlier = await target.findEarlier(claimed, context)
  if (earlier === undefined) {
    return {
      outcome: 'failed',
      error: 'It may have been sent before, and its target cannot be asked whether it arrived',
    }
  }
  if (earlier.hasArrived) {
    return { outcome: 'delivered', ...(earlier.runId && { runId: earlier.runId }) }
  }
  // After a crash, the target would have the message by now. After a time-out, it may still arrive.
  if (claimed.inDoubt === 'lost') return target.send(claimed, context)
  const error =
    'It was sent without a response and is not found at its target; resend it if it is missing'
  return { outcome: 'unconfirmed', error }
}

type NextState = Pick<Finish, 'state' | 'attemptAt' | 'inDoubt'>

function nextState(
  claimed: ClaimedDelivery,
  target: Target,
  outcome: Outcome,
  now: Date,
  random: number,
): NextState {
  const end = (state: NextState['state']): NextState => ({ state, attemptAt: null, inDoubt: null })
  if (outcome.outcome === 'delivered') return end('delivered')
  const canAskTarget = target.findEarlier !== undefined && claimed.inDoubt === null
  if (outcome.outcome === 'unconfirmed' && !canAskTarget) return end('unconfirmed')
  const isLast = claimed.attempt >= claimed.lastAttempt
  if (outcome.outcome === 'failed' && (isLast || outcome.final)) {
    return end(claimed.inDoubt === null ? 'failed' : 'unconfirmed')
  }
  const retryAfterMs = outcome.outcome === 'failed' ? outcome.retryAfterMs : undefined
  return {
    state: 'pending',
    attemptAt: nextAttemptAt(claimed, now, random, retryAfterMs),
    inDoubt: outcome.outcome === 'unconfirmed' ? 'timed_out' : claimed.inDoubt,
  }
}

/** A forced attempt, made before `attemptAt`, does not move the regular attempts. */
function nextAttemptAt(
  claimed: ClaimedDelivery,
  now: Date,
  random: number,
  retryAfterMs = 0,
): Date {
  const { attempt: number, lastAttempt, attemptAt, claimedAt } = claimed
  if (attemptAt > claimedAt) {
    return new Date(Math.max(attemptAt.getTime(), now.getTime() + retryAfterMs))
  }
  const regular = Math.max(number - (lastAttempt - ATTEMPTS), 1)
  return new Date(now.getTime() + waitAfter(regular, random, retryAfterMs))
}
