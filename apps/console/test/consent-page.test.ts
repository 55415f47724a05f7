import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole, ROOT_KEY } from './open-console.ts'

const console_ = await openConsole({ QM_OAUTH: 'on' })

// The program that asks for access. Its name is one long word.
const host = createServer((_request, response) => response.end('The host has its code.'))
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
const callback = `http://127.0.0.1:${(host.address() as AddressInfo).port}/callback`
afterAll(() => void host.close())

const client = await console_.request('POST', '/connect/register', {
  client_name: `Host${'o'.repeat(60)}`,
  redirect_uris: [callback],
})
const { key } = (await console_.request('POST', '/v1/agents', { name: 'Sales', with_key: true }))
  .key

const request = new URLSearchParams({
  client_id: client.client_id,
  redirect_uri: callback,
  response_type: 'code',
  // The hash of a verifier that nobody needs: no code is exchanged here.
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'the state',
  resource: `${console_.url}/connect/mcp`,
})
const path = `/connect/authorize?${request}`

const enter = async (page: Page, text: string) => {
  await page.getByLabel('Quartermaster key').fill(text)
  await page.keyboard.press('Enter')
}

/** Checks a page in light and dark mode, on a laptop and on a phone. */
async function checkLooks(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await checkPage(page)
    }
  }
}

// In one test, because the gateway takes ten keys a minute from an address.
test('every step is accessible, light and dark, wide and narrow', async () => {
  const page = await console_.open({ key: null, path })
  await page.getByLabel('Quartermaster key').waitFor()
  await checkLooks(page)
  await enter(page, 'not a key')
  await page.getByRole('alert').waitFor()
  await checkLooks(page)
  await enter(page, key)
  await page.getByText('in workspace').waitFor()
  await checkLooks(page)

  const refused = await console_.open({ key: null, path: '/connect/authorize?client_id=unknown' })
  await refused.getByRole('alert').waitFor()
  await checkLooks(refused)
})

test('the root key is refused, and an agent’s key leads back to the host with a code', async () => {
  const page = await console_.open({ key: null, path })
  await enter(page, ROOT_KEY)
  await page.getByRole('alert').getByText('This is the root key').waitFor()
  await enter(page, key)
  await page.getByRole('listitem').getByText('push_context (changes data)').waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('The host has its code.').waitFor()
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('state'), searchParams.has('code')]).toEqual(['the state', true])
})

test('Cancel leads back with an error', async () => {
  const page = await console_.open({ key: null, path })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The host has its code.').waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
})

test('pages have no errors', () => {
  // The answer to the root key.
  const expected = /403 \(Forbidden\)/
  expect(console_.errors.filter((error) => !expected.test(error))).toEqual([])
})
