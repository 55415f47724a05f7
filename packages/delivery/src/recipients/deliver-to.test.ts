import { randomBytes } from 'node:crypto'
import { createVault, mapSecretTexts, vaultKey } from '@quartermaster/toolkit'
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
  [{ kind: 'webhook', url: `http://x/${'a'.repeat(2000)}` }, 'url must have at most 2000'],
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

test('an address of full length is usable with its secrets sealed', () => {
  const vault = createVault(vaultKey(randomBytes(32)))
  const url = `https://x/?${'key=a&'.repeat(331)}`
  const settings = { kind: 'webhook', url: url.slice(0, 2000) }
  expect(readDeliverTo(settings)).toEqual(settings)
  const sealed = mapSecretTexts(settings, (text) => vault.seal(text, 'row'))
  expect(readDeliverTo(sealed)).toEqual(sealed)
  expect(mapSecretTexts(sealed, (text) => vault.open(text, 'row'))).toEqual(settings)
})

test('a refusal does not repeat the secrets of an address', () => {
  for (const settings of [
    { kind: 'webhook', url: 'ftp://x/?token=t0p' },
    { kind: 'webhook', urls: ['https://x/?token=t0p'] },
    { kind: 'webhook', url: 'https://x/?token=t0p', colour: 'red' },
  ]) {
    const refused = JSON.stringify(readDeliverTo(settings))
    expect(refused).toContain('deliver_to')
    expect(refused).not.toContain('t0p')
  }
})
