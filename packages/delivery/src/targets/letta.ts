import { isSuccess, refusal } from '../attempt/outcomes.ts'
import { type Letta, LettaFailure } from '../letta.ts'
import type { Outcome, Target } from './target.ts'
import { hostOf } from './webhook.ts'

const TIMED_OUT = new Set([408, 504])

/** A message on Letta's asynchronous route: the agent's run may last, the hand-over does not. */
export function lettaTarget(letta: Letta, agentId: string): Target {
  return {
    kind: 'letta',
    host: hostOf(letta.settings.baseUrl),

    async send({ id, prompt }, { signal, now, beforeWrite }) {
      try {
        const options = { signal, beforeWrite, timeoutMs: 15_000 }
        const runId = await letta.leaveMessage(agentId, { id, text: prompt }, options)
        return { outcome: 'delivered', ...(runId !== undefined && { runId }) }
      } catch (error) {
        if (error instanceof LettaFailure) return failureOf(error, now())
        throw error
      }
    },

    async findEarlier({ id }, { signal }) {
      try {
        return await letta.findMessage(agentId, id, { signal })
      } catch (error) {
        if (error instanceof LettaFailure) return undefined
        throw error
      }
    },
  }
}

function failureOf({ message, status, headers, silence }: LettaFailure, now: Date): Outcome {
  const begun = silence?.status
  if (begun !== undefined && isSuccess(begun)) return { outcome: 'delivered', status: begun }
  // Somewhere on the way the answer was not waited for; what became of the message is not known.
  const isSilent = silence?.written === true || TIMED_OUT.has(status ?? 0)
  if (isSilent) {
    const error =
      'Letta did not confirm in time. It may have the prompt, so it is not sent again blindly'
    return { outcome: 'unconfirmed', error, ...(status !== undefined && { status }) }
  }
  if (status === undefined) return { outcome: 'failed', error: message }
  return {
    ...refusal('Letta', { status, headers }, now),
    ...(status !== 410 && { error: message }),
  } as Outcome
}
