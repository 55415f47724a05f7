import { expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'

const console_ = await openConsole()
const { request } = console_

const workspaceNames = async () => {
  const { workspaces } = await request('GET', '/v1/workspaces')
  return workspaces.map(({ name }: { name: string }) => name)
}

test('a fresh start offers a tour with sample data, which one click removes', async () => {
  const page = await console_.open()
  await page.getByRole('heading', { name: 'Welcome to Quartermaster' }).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Take the tour' }).click()

  const tour = page.getByRole('complementary', { name: 'Tour' })
  await tour.getByText('1 of 8').waitFor()
  await page.getByText('These are sample data').waitFor()
  await checkPage(page)
  await tour.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL('**/calls')
  await page
    .getByRole('row', { name: /push_context Herald invalid_input/ })
    .first()
    .waitFor()
  await tour.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('row', { name: /Reader/ }).waitFor()
  await tour.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('row', { name: /lead_acme/ }).waitFor()
  await tour.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('row', { name: /Invoices .*4 of 5/ }).waitFor()
  await tour.getByRole('button', { name: 'Next' }).click()
  await page.getByText('“Total: EUR 820,50”').waitFor()
  await tour.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('row', { name: /Look for leads/ }).waitFor()
  await checkPage(page)

  await tour.getByRole('button', { name: 'Remove the sample data' }).click()
  await page.getByRole('heading', { name: 'Welcome to Quartermaster' }).waitFor()
  expect(await tour.count()).toBe(0)
  expect(await workspaceNames()).toEqual(['default'])
  expect(await request('GET', '/v1/agents')).toMatchObject({ agents: [] })
})

test('a workspace with agents is not greeted', async () => {
  await request('POST', '/v1/agents', { name: 'Sales' })
  const page = await console_.open()
  await page.getByText('ready', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Act as' }).getByText('as Sales').waitFor({
    state: 'attached',
  })
  expect(await page.getByText('Welcome to Quartermaster').count()).toBe(0)
})

test('a window whose workspace was removed shows the default one', async () => {
  const stored = JSON.stringify({ workspace: 'removed' })
  const page = await console_.open({
    onWindow: (window) =>
      void window.addInitScript((text) => {
        sessionStorage.setItem('quartermaster.acting-as', text)
      }, stored),
  })
  await page.getByText('ready', { exact: true }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Workspace' }).inputValue()).toBe('default')
})

test('pages have no errors', () => {
  expect(console_.errors.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
})
