import { Type } from '@sinclair/typebox'
import { Webhook } from 'standardwebhooks'
import {
  failureFromNoResponse,
  failureFromStatus,
  isSuccess,
  textMember,
} from '../attempt/outcomes.ts'
import { Headers, Url, WebhookSecret } from './settings.ts'
import { hostOf, type Message, targetKind } from './target.ts'

const NAME = 'The webhook'

/**
 * A signed POST per Standard Webhooks. Any 2xx status acknowledges it. Receivers deduplicate by
 * `webhook-id`.
 */
export const webhook = targetKind({
  kind: 'webhook',
  properties: {
    url: Url('Where the prompt is posted.'),
    secret: Type.Optional(WebhookSecret),
    secrets: Type.Optional(
      Type.Array(WebhookSecret, {
        minItems: 1,
        maxItems: 5,
        description: 'Several during key rotation: the message is signed with each of them.',
      }),
    ),
    headers: Headers,
  },

  create({ url, secret, secrets = [], headers = {} }, { outbound }) {
    const keys = [...(secret === undefined ? [] : [secret]), ...secrets]
    return {
      kind: 'webhook',
      host: hostOf(url),
      isRepeatable: true,
      async send(message, { signal, now, beforeWrite }) {
        const body = payload(message)
        const at = now()
        const signature = keys.map((key) => new Webhook(key).sign(message.id, at, body)).join(' ')
        try {
          const answer = await outbound.request(url, {
            method: 'POST',
            body,
            timeoutMs: 15_000,
            signal,
            beforeWrite,
            headers: {
              ...headers,
              'content-type': 'application/json',
              'user-agent': 'quartermaster',
              'webhook-id': message.id,
              'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
              ...(signature !== '' && { 'webhook-signature': signature }),
            },
          })
          if (!isSuccess(answer.status)) return failureFromStatus(NAME, answer, at)
          const runId = textMember(answer.text, 'run_id', 'runId')
          return { outcome: 'delivered', status: answer.status, ...(runId && { runId }) }
        } catch (error) {
          return failureFromNoResponse(NAME, error, { repeatable: true })
        }
      },
    }
  },
})

/** The same for every attempt. */
const payload = ({ id, prompt, agentId, scheduleId, dueAt }: Message): string =>
  JSON.stringify({
    type: 'prompt.due',
    timestamp: dueAt.toISOString(),
    data: { delivery_id: id, schedule_id: scheduleId, agent_id: agentId, prompt },
  })
