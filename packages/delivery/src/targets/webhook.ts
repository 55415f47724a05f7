import type { Outbound } from '@quartermaster/outbound'
import { Webhook } from 'standardwebhooks'
import { isSuccess, refusal, silence, textMember } from '../attempt/outcomes.ts'
import type { DeliverTo } from '../recipients/deliver-to.ts'
import type { Message, Target } from './target.ts'

type Settings = Extract<DeliverTo, { kind: 'webhook' }>

const NAME = 'The webhook'

/** A signed POST per Standard Webhooks; any 2xx is a receipt. */
export function webhook(settings: Settings, outbound: Outbound): Target {
  const { url, secret, secrets = [], headers = {} } = settings
  const keys = [...(secret === undefined ? [] : [secret]), ...secrets]
  return {
    kind: 'webhook',
    host: hostOf(url),
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
        if (!isSuccess(answer.status)) return refusal(NAME, answer, at)
        const runId = textMember(answer.text, 'run_id', 'runId')
        return { outcome: 'delivered', status: answer.status, ...(runId && { runId }) }
      } catch (error) {
        // The id says which message it is, so that sending it again does no harm.
        return silence(NAME, error, { repeatable: true })
      }
    },
  }
}

/** The same bytes at every attempt. */
const payload = ({ id, prompt, agentId, scheduleId, dueAt }: Message): string =>
  JSON.stringify({
    type: 'prompt.due',
    timestamp: dueAt.toISOString(),
    data: { delivery_id: id, schedule_id: scheduleId, agent_id: agentId, prompt },
  })

export const hostOf = (url: string): string => URL.parse(url)?.host ?? 'unreadable'
