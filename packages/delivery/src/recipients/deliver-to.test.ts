import { expect, test } from 'vitest'
import { readDeliverTo } from './deliver-to.ts'

const webhook = (headers: Record<string, string>) => ({ kind: 'webhook', url: 'http://x', headers })

test.each([
  [{ kind: 'webhook' }, 'url'],
  [{ kind: 'webhook', url: 'ftp://x' }, 'url'],
  [{ kind: 'webhook', url: 'http://x', secret: 'short' }, 'secret'],
  [{ kind: 'openai', base_url: 'http://x' }, 'model'],
  [{ kind: 'pigeon' }, 'deliver_to.kind must be one of inbox, letta, webhook'],
  [{ kind: 'webhok' }, 'must be one of'],
  ['webhook', 'deliver_to.kind must be one of'],
  [null, 'deliver_to.kind must be one of'],
  [{ kind: 'inbox', colour: 'red' }, 'colour'],
  [{ kind: 'webhook', url: 'http://me:secret@x/' }, 'url must not contain a user name'],
  [webhook({ 'a b': 'c' }), '"a b" is not a valid header name'],
  [webhook({ 'x-a': 'b\r\nc' }), '"x-a" is not a valid header value'],
  [webhook({ 'x-a': '日本' }), '"x-a" is not a valid header value'],
  [webhook({ 'Content-Length': '3' }), '"Content-Length" cannot be set'],
  [webhook({ 'Webhook-Id': 'x' }), '"Webhook-Id" cannot be set'],
  [webhook({ 'x-a': '1', 'X-A': '2' }), 'twice'],
  [
    {
      kind: 'openai',
      base_url: 'http://x',
      model: 'm',
      api_key: 'k',
      headers: { Authorization: 'x' },
    },
    '"Authorization" cannot be set',
  ],
])('%j is refused: %s', (settings, problem) => {
  expect(readDeliverTo(settings)).toMatchObject({ problem: expect.stringContaining(problem) })
})

test.each([
  [{ kind: 'webhok', url: 'https://x' }, "Did you mean 'webhook'?"],
  [{ kind: 'webhook' }, '{"deliver_to":{"kind":"webhook","url":"https://'],
  [
    { kind: 'webhook', urls: ['https://x/'] },
    '{"deliver_to":{"kind":"webhook","url":"https://x/"}}',
  ],
])('%j: the suggestion has the settings in their right form', (settings, suggestion) => {
  expect(readDeliverTo(settings)).toMatchObject({
    suggestion: expect.stringContaining(suggestion),
  })
})

test('complete settings are returned as they are', () => {
  const settings = { kind: 'openai', base_url: 'https://x/v1', model: 'm', headers: { a: 'b' } }
  expect(readDeliverTo(settings)).toEqual(settings)
})
