import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openConsole, ROOT_KEY } from './open-console.ts'

const console_ = await openConsole()

/** Sends the first request that the reference page offers, and returns the status of the answer. */
async function sendFirst(page: Page): Promise<number> {
  await page.locator('.show-api-client-button').first().click()
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/v1/')),
    page.getByRole('button', { name: /^Send/ }).first().click(),
  ])
  return response.status()
}

const stored = (page: Page) =>
  page.evaluate<string>(
    'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
  )

test('the reference page uses the session of the console, also after a reload', async () => {
  const page = await console_.open()
  await page.goto(`${console_.url}/docs/`)
  expect(await sendFirst(page)).toBe(200)
  await page.goto(`${console_.url}/docs/`)
  expect(await sendFirst(page)).toBe(200)
  expect(await stored(page)).not.toContain(ROOT_KEY)
})

test('without a session it takes a key, which it stores nowhere', async () => {
  const page = await console_.open({ key: null, path: '/docs/' })
  await page.getByPlaceholder('Token').first().fill(ROOT_KEY)
  expect(await sendFirst(page)).toBe(200)
  expect(await stored(page)).not.toContain(ROOT_KEY)
})

test('without a session and without a key a request is refused', async () => {
  const page = await console_.open({ key: null, path: '/docs/' })
  expect(await sendFirst(page)).toBe(401)
})

test('a key of the form counts, not the session', async () => {
  const page = await console_.open()
  await page.goto(`${console_.url}/docs/`)
  await page.getByPlaceholder('Token').first().fill('not a key')
  expect(await sendFirst(page)).toBe(401)
})

test('pages have no errors', () => {
  expect(console_.errors).toEqual([])
})
