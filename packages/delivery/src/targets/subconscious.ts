import { Type } from '@sinclair/typebox'
import {
  failureFromNoResponse,
  failureFromStatus,
  isSuccess,
  textMember,
} from '../attempt/outcomes.ts'
import { Headers, SecretText, Text, Url } from './settings.ts'
import { hostOf, targetKind } from './target.ts'

const NAME = 'Subconscious'
const BASE_URL = 'https://api.subconscious.dev/v1'
const ENGINE = 'tim-gpt'

/** Queues a run with the prompt as its instructions. Subconscious responds with the run's id. */
export const subconscious = targetKind({
  kind: 'subconscious',
  properties: {
    api_key: SecretText('Sent as a bearer token.'),
    base_url: Type.Optional(Url(`Default: ${BASE_URL}.`)),
    engine: Type.Optional(Text(`Default: ${ENGINE}.`)),
    tools: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        maxItems: 100,
        description: 'Tools of the run, as GET /v1/descriptors returns them.',
      }),
    ),
    headers: Headers,
  },

  create(settings, { outbound }) {
    const { base_url = BASE_URL, api_key, engine = ENGINE, tools = [], headers = {} } = settings
    const url = `${base_url.replace(/\/+$/, '')}/runs`
    return {
      kind: 'subconscious',
      host: hostOf(url),
      // A run costs money and may have side effects.
      isRepeatable: false,
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
          if (!isSuccess(answer.status)) return failureFromStatus(NAME, answer, now())
          const runId = textMember(answer.text, 'runId', 'run_id', 'id')
          return { outcome: 'delivered', status: answer.status, ...(runId && { runId }) }
        } catch (error) {
          return failureFromNoResponse(NAME, error, { repeatable: false })
        }
      },
    }
  },
})
