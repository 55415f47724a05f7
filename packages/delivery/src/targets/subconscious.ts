import type { Outbound } from '@quartermaster/outbound'
import { isSuccess, refusal, silence, textMember } from '../attempt/outcomes.ts'
import type { DeliverTo } from '../recipients/deliver-to.ts'
import type { Target } from './target.ts'
import { hostOf } from './webhook.ts'

type Settings = Extract<DeliverTo, { kind: 'subconscious' }>

const NAME = 'Subconscious'
const BASE_URL = 'https://api.subconscious.dev/v1'

/** Queues a run with the prompt as its instructions; Subconscious answers at once with its id. */
export function subconscious(settings: Settings, outbound: Outbound): Target {
  const { base_url = BASE_URL, api_key, engine = 'tim-gpt', tools = [], headers = {} } = settings
  const url = `${base_url.replace(/\/+$/, '')}/runs`
  return {
    kind: 'subconscious',
    host: hostOf(url),
    async send({ id, prompt }, { signal, now, beforeWrite }) {
      try {
        const answer = await outbound.request(url, {
          method: 'POST',
          body: JSON.stringify({ engine, input: { instructions: prompt, tools } }),
          timeoutMs: 20_000,
          signal,
          beforeWrite,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'idempotency-key': id,
            authorization: `Bearer ${api_key}`,
          },
        })
        if (!isSuccess(answer.status)) return refusal(NAME, answer, now())
        const runId = textMember(answer.text, 'runId', 'run_id', 'id')
        return { outcome: 'delivered', status: answer.status, ...(runId && { runId }) }
      } catch (error) {
        return silence(NAME, error, { repeatable: false })
      }
    },
  }
}
