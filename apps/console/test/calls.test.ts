import { beforeAll, expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'
import { makeSampleCalls } from './sample-calls.ts'

const console_ = await openConsole()
beforeAll(() => makeSampleCalls(console_))

test.each(['light', 'dark'] as const)(
  'calls are listed, filtered by the URL and shown in detail (%s)',
  async (theme) => {
    const page = await console_.open({ theme, path: '/calls' })
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
  },
)

test('a new call appears by itself', async () => {
  const page = await console_.open({ path: '/calls?agent=Live' })
  await page.getByText('No calls match').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await console_.request('POST', '/v1/tools/health', {}, { 'x-agent': 'Live' })
  await page.getByRole('table', { name: 'Calls' }).getByText('health').waitFor()
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
