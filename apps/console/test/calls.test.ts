import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'
import { makeSampleCalls } from './sample-calls.ts'

const console_ = await openConsole()
beforeAll(() => makeSampleCalls(console_))

test('calls are listed, filtered by the URL and shown in detail', async () => {
  const page = await console_.open({ path: '/calls' })
  const table = page.getByRole('table', { name: 'Calls' })
  await table.getByText('get_context').waitFor()
  await checkPage(page)

  await page.getByLabel('Outcome').selectOption('Failed')
  await page.waitForURL('**/calls?outcome=error')
  await table.getByText('get_context').waitFor({ state: 'detached' })
  const failed = table.getByRole('row', { name: /push_context/ })
  await failed.first().click()
  const detail = page.getByRole('dialog', { name: 'push_context' })
  await detail.getByText('invalid_input').waitFor()
  await detail.getByRole('region', { name: 'Arguments' }).getByText('no key').waitFor()
  await checkPage(page)
  expect(page.url()).toMatch(/\/calls\/\d+\?outcome=error$/)

  await page.reload()
  await detail.waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL('**/calls?outcome=error')
})

test('a new call appears by itself', async () => {
  const page = await console_.open({ path: '/calls?agent=Live' })
  await page.getByText('No calls match').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await console_.request('POST', '/v1/tools/health', {}, { 'x-agent': 'Live' })
  await page.getByRole('table', { name: 'Calls' }).getByText('health').waitFor()
})

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' })
    document.dispatchEvent(new Event('visibilitychange'))`)

test('a hidden window keeps no connection, and shows what it missed', async () => {
  const page = await console_.open({ path: '/calls?agent=Missed' })
  await page.getByText('No calls match').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/events')),
    setVisibility(page, 'hidden'),
  ])
  await console_.request('POST', '/v1/tools/health', {}, { 'x-agent': 'Missed' })
  await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/v1/events')),
    setVisibility(page, 'visible'),
  ])
  await page.getByRole('table', { name: 'Calls' }).getByText('health').waitFor()
})

test('calls are searched, and sorted by their headers', async () => {
  const page = await console_.open({ path: '/calls' })
  const header = page.getByRole('columnheader', { name: 'Time' })
  await header.getByRole('button').click()
  await page.waitForURL('**/calls?sort_by=milliseconds')
  expect(await header.getAttribute('aria-sort')).toBe('ascending')
  await header.getByRole('button').click()
  await page.waitForURL('**/calls?sort_by=milliseconds&descending=true')
  expect(await header.getAttribute('aria-sort')).toBe('descending')
  await checkPage(page)
  await header.getByRole('button').click()
  await page.waitForURL('**/calls')
  await page.getByLabel('Search calls').fill('plan_q3')
  await page.waitForURL('**/calls?search=plan_q3')
  const rows = page.getByRole('table', { name: 'Calls' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(2)
})

test('a call is made again with changed arguments, as its agent', async () => {
  const page = await console_.open({ path: '/calls?tool=push_context&agent=Sales' })
  await page.getByRole('row', { name: /plan_q3/ }).click()
  const detail = page.getByRole('dialog')
  await detail.getByRole('region', { name: 'Answer' }).waitFor()
  await detail.getByRole('button', { name: 'Call again' }).click()
  await detail.getByLabel('Arguments (JSON)').fill('{"key":"plan_q4","value":"grow"}')
  await detail.getByRole('button', { name: 'Send the call' }).click()
  await detail.getByText(/^Answered after/).waitFor()
  const { context } = await console_.request('GET', '/v1/context?key=plan_q4')
  expect(context).toMatchObject([{ key: 'plan_q4', written_by: 'Sales' }])
})

test('the curl command contains no key', async () => {
  const page = await console_.open({ path: '/calls?tool=health' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page
    .getByRole('row', { name: /health/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toContain('/v1/tools/health')
  expect(copied).toContain('$QM_KEY')
})

test('pages have no errors', () => {
  expect(console_.errors).toEqual([])
})
