import type { Outbound } from '@quartermaster/outbound'
import { isSuccess, refusal, silence, textMember } from '../attempt/outcomes.ts'
import type { DeliverTo } from '../recipients/deliver-to.ts'
import type { Target } from './target.ts'
import { hostOf } from './webhook.ts'

type Settings = Extract<DeliverTo, { kind: 'openai' }>

const NAME = 'The OpenAI-compatible endpoint'

/** One chat completion with the prompt as the user's message. Its answer is the endpoint's affair. */
export function openai(settings: Settings, outbound: Outbound): Target {
  const { base_url, model, api_key, system, headers = {} } = settings
  const url = `${base_url.replace(/\/+$/, '')}/chat/completions`
  return {
    kind: 'openai',
    host: hostOf(url),
    async send({ id, prompt }, { signal, now, beforeWrite }) {
      const messages = [
        ...(system === undefined ? [] : [{ role: 'system', content: system }]),
        { role: 'user', content: prompt },
      ]
      try {
        const answer = await outbound.request(url, {
          method: 'POST',
          body: JSON.stringify({ model, messages }),
          timeoutMs: 60_000,
          maxBytes: 1024 * 1024,
          signal,
          beforeWrite,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'idempotency-key': id,
            'x-client-request-id': id,
            ...(api_key !== undefined && { authorization: `Bearer ${api_key}` }),
          },
        })
        if (!isSuccess(answer.status)) return refusal(NAME, answer, now())
        const runId = textMember(answer.text, 'id')
        return { outcome: 'delivered', status: answer.status, ...(runId && { runId }) }
      } catch (error) {
        // A run costs money and may act: it is not repeated on a guess.
        return silence(NAME, error, { repeatable: false })
      }
    },
  }
}
