import { beforeAll, expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'
import { makeSampleCalls } from './sample-calls.ts'

const console_ = await openConsole()
beforeAll(() => makeSampleCalls(console_))

test('the state of the gateway at a glance', async () => {
  const page = await console_.open()
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

test('every view opens and is accessible', async () => {
  const page = await console_.open()
  const names = await page.locator('.nav a').allTextContents()
  expect(names.length).toBeGreaterThan(8)
  for (const name of names) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await checkPage(page)
  }
  expect(console_.errors).toEqual([])
})

const READS = ['get_context', 'list_context', 'search_context', 'read_rows', 'promptyoself_list']
// `New …`, `Create …`: buttons that change something begin with one of these.
const ACTIONS =
  /^(New|Create|Delete|Remove|Pause|Resume|Run|Resend|Cancel|Restore|Rotate|Revoke|Change|Import|Put|Undo)/

test.each([
  { kind: 'an agent’s', agent: 'Sales', limits: undefined },
  { kind: 'a read-only', agent: 'Watcher', limits: { allowed_tools: READS } },
  { kind: 'a powerless', agent: 'Nobody', limits: { allowed_tools: [] } },
])('every view works with $kind key', async ({ agent, limits }) => {
  if (limits) await console_.request('POST', '/v1/agents', { name: agent, ...limits })
  const { key } = await console_.request('POST', `/v1/agents/${agent}/keys`, {})
  const page = await console_.open({ key, theme: 'dark' })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  const names = await page.locator('.nav a').allTextContents()
  for (const name of names) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText('Loading').waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').allTextContents(), name).toEqual([])
    if (limits === undefined) continue
    const buttons = await page.getByRole('button').allTextContents()
    expect(
      buttons.filter((text) => ACTIONS.test(text.trim())),
      name,
    ).toEqual([])
  }
  expect(refused).toEqual([])
  expect(console_.errors).toEqual([])
})
