import { expect, test } from 'vitest'
import { hasMask, maskSecrets } from './mask-secrets.ts'

const webhook = {
  kind: 'webhook',
  url: 'https://example.com/in',
  secret: 'whsec_a',
  secrets: ['b', 'c'],
  headers: { authorization: 'Basic d' },
}
const masked = {
  ...webhook,
  secret: '***',
  secrets: ['***', '***'],
  headers: { authorization: '***' },
}

test('A15 replies show which secrets are set, and none of them', () => {
  expect(maskSecrets(webhook)).toEqual(masked)
  const openai = { kind: 'openai', base_url: 'https://example.com', model: 'm', api_key: 'sk-1' }
  expect(maskSecrets(openai)).toEqual({ ...openai, api_key: '***' })
  const hook = { kind: 'webhook', url: 'https://x/in?room=1&token=t0p' }
  expect(maskSecrets(hook)).toEqual({ kind: 'webhook', url: 'https://x/in?room=1&token=***' })
  expect(maskSecrets({ kind: 'inbox' })).toEqual({ kind: 'inbox' })
  expect(maskSecrets(null)).toBeNull()
})

test('A15 replies show no secrets of the tools of a destination', () => {
  const parameters = { type: 'object', properties: { password: { type: 'string' } } }
  const tools = (secret: string) => [
    { type: 'function', name: 'a', url: 'https://x', headers: { 'x-api-key': secret }, parameters },
    { type: 'mcp', url: `https://x/mcp?token=${secret}`, auth: { type: 'api_key', token: secret } },
    { type: 'function', name: 'b', defaults: { api_key: secret, units: 'metric' } },
    { type: 'platform', id: 'web_search' },
  ]
  const settings = (secret: string) => ({
    kind: 'subconscious',
    api_key: secret,
    tools: tools(secret),
  })
  expect(maskSecrets(settings('qm_1'))).toEqual(settings('***'))
  expect(hasMask({ kind: 'subconscious', api_key: 'a', tools: tools('***') })).toBe(true)
})

test('A15 masked settings are recognised', () => {
  expect(hasMask(masked)).toBe(true)
  expect(hasMask({ kind: 'openai', api_key: '***' })).toBe(true)
  expect(hasMask({ kind: 'webhook', url: 'https://x/in?token=***' })).toBe(true)
  expect(hasMask({ kind: 'webhook', url: 'https://x/in?token=%2A%2A%2a' })).toBe(true)
  expect([webhook, { kind: 'inbox' }, null, undefined].some(hasMask)).toBe(false)
})
