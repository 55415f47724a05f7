import { Type } from '@sinclair/typebox'
import {
  failureFromNoResponse,
  failureFromStatus,
  isSuccess,
  textMember,
} from '../attempt/outcomes.ts'
import { Headers, SecretText, Text, Url } from './settings.ts'
import { hostOf, targetKind } from './target.ts'

const NAME = 'The OpenAI-compatible endpoint'

/** Requests a chat completion with the prompt as the user message, and discards the completion. */
export const openai = targetKind({
  kind: 'openai',
  properties: {
    base_url: Url('The endpoint without /chat/completions.'),
    model: Text('The model to call.'),
    api_key: Type.Optional(SecretText('Sent as a bearer token.')),
    system: Type.Optional(Type.String({ maxLength: 100_000, description: 'A system message.' })),
    headers: Headers,
  },

  create({ base_url, model, api_key, system, headers = {} }, { outbound }) {
    const url = `${base_url.replace(/\/+$/, '')}/chat/completions`
    return {
      kind: 'openai',
      host: hostOf(url),
      // A completion costs money and may have side effects, and endpoints do not deduplicate.
      isRepeatable: false,
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
          if (!isSuccess(answer.status)) return failureFromStatus(NAME, answer, now())
          const runId = textMember(answer.text, 'id')
          return { outcome: 'delivered', status: answer.status, ...(runId && { runId }) }
        } catch (error) {
          return failureFromNoResponse(NAME, error, { repeatable: false })
        }
      },
    }
  },
})
