import { beforeAll, expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'
import { makeSampleCalls } from './sample-calls.ts'

const console_ = await openConsole()
beforeAll(() => makeSampleCalls(console_))

test.each([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 390 },
] as const)('the state of the gateway at a glance: $theme, $width px', async (options) => {
  const page = await console_.open(options)
  await page.getByText('ready', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'push_context' }).waitFor()
  await page.getByRole('img', { name: /Calls per minute in the last hour: \d+ calls/ }).waitFor()
  await page.locator('canvas').waitFor()
  await checkPage(page)
})

test('on a phone the navigation opens and closes', async () => {
  const page = await console_.open({ width: 390 })
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  await page.getByRole('link', { name: 'Calls' }).click()
  await page.waitForURL('**/calls')
  await page.getByRole('heading', { name: 'Calls' }).waitFor()
  await page.getByRole('button', { name: 'Close the navigation' }).waitFor({ state: 'detached' })
})

test('the palette goes to a view by keyboard', async () => {
  const page = await console_.open()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await page.keyboard.type('deliv')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/deliveries')
})

test.each(['light', 'dark'] as const)('every view opens and is accessible (%s)', async (theme) => {
  const page = await console_.open({ theme })
  const names = await page.locator('.nav a').allTextContents()
  expect(names.length).toBeGreaterThan(8)
  for (const name of names) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await checkPage(page)
  }
  expect(console_.errors).toEqual([])
})
