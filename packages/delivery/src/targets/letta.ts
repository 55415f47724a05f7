import { Type } from '@sinclair/typebox'
import { failureFromStatus, isSuccess } from '../attempt/outcomes.ts'
import { LettaFailure } from '../letta.ts'
import { Text } from './settings.ts'
import { hostOf, type Outcome, targetKind, unusableTarget } from './target.ts'

export const NO_LETTA =
  'The agent is on Letta, and no Letta server is configured: set LETTA_BASE_URL.'

const GATEWAY_TIMEOUTS = new Set([408, 504])

/** Sends a message with Letta's asynchronous route, which responds before the agent's run ends. */
export const letta = targetKind({
  kind: 'letta',
  properties: {
    agent_id: Type.Optional(
      Text('The id of the agent on Letta. Default: the agent’s letta_agent_id.'),
    ),
  },

  create({ agent_id: lettaAgentId }, { letta }) {
    if (letta === undefined || lettaAgentId === undefined) return unusableTarget(NO_LETTA)
    return {
      kind: 'letta',
      host: hostOf(letta.settings.baseUrl),
      isRepeatable: false,

      async send({ id, prompt }, { signal, now, beforeWrite }) {
        try {
          const options = { signal, beforeWrite, timeoutMs: 15_000 }
          const runId = await letta.sendMessage(lettaAgentId, { id, text: prompt }, options)
          return { outcome: 'delivered', ...(runId !== undefined && { runId }) }
        } catch (error) {
          if (error instanceof LettaFailure) return outcomeOf(error, now())
          throw error
        }
      },

      async findEarlier({ id }, { signal }) {
        try {
          return await letta.findMessage(lettaAgentId, id, { signal })
        } catch (error) {
          if (error instanceof LettaFailure) return undefined
          throw error
        }
      },
    }
  },
})

function outcomeOf({ message, status, headers, noResponse }: LettaFailure, now: Date): Outcome {
  const begun = noResponse?.status
  if (begun !== undefined && isSuccess(begun)) return { outcome: 'delivered', status: begun }
  const isUnknown = noResponse?.written === true || GATEWAY_TIMEOUTS.has(status ?? 0)
  if (isUnknown) {
    const error =
      'Letta did not confirm in time. It may have the prompt, so it is not sent again automatically'
    return { outcome: 'unconfirmed', error, ...(status !== undefined && { status }) }
  }
  if (status === undefined) return { outcome: 'failed', error: message }
  return {
    ...failureFromStatus('Letta', { status, headers }, now),
    ...(status !== 410 && { error: message }),
  } as Outcome
}
