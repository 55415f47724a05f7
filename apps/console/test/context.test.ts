import { expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'

const console_ = await openConsole()
const { request } = console_
for (const name of ['Sales', 'Support']) await request('POST', '/v1/agents', { name })
const call = (tool: string, agent: string, input: object) =>
  request('POST', `/v1/tools/${tool}`, input, { 'x-agent': agent })
await call('subscribe_to_topics', 'Support', { topics: ['leads'] })
for (const stage of ['new', 'won']) {
  await call('push_context', 'Sales', { key: 'acme', value: { stage }, subscribers: ['Support'] })
}
await call('push_context', 'Sales', { key: 'plan', value: 'grow', topics: ['nobody_here'] })

test('the operator sees every key with its readers, and two versions side by side', async () => {
  const page = await console_.open({ path: '/context' })
  await page.getByRole('row', { name: /plan topic nobody_here Sales/ }).waitFor()
  await checkPage(page)
  await page.getByRole('row', { name: /acme Support Sales/ }).click()
  const detail = page.getByRole('dialog', { name: 'acme' })
  await detail.getByRole('region', { name: 'Version 2' }).getByText('won').waitFor()
  await detail.getByRole('region', { name: 'Version 1' }).getByText('new').waitFor()
  await checkPage(page)
})

test('the operator sees what an agent can read, and who is subscribed to which topic', async () => {
  const page = await console_.open({ path: '/context', theme: 'dark' })
  await page.getByRole('button', { name: 'What an agent can read' }).click()
  await page.getByLabel('Agent').selectOption('Support')
  await page.getByRole('row', { name: /acme direct Sales/ }).waitFor()
  expect(await page.getByRole('row', { name: /plan/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Topics' }).click()
  await page.getByRole('row', { name: /leads 1 subscribed/ }).waitFor()
  await checkPage(page)
})

test('an agent sees its own keys, and a new one appears by itself', async () => {
  const { key } = await request('POST', '/v1/agents/Support/keys', {})
  const page = await console_.open({ key, path: '/context', width: 390 })
  await page.getByRole('row', { name: /acme/ }).waitFor()
  await call('push_context', 'Sales', { key: 'fresh', value: 1, subscribers: ['Support'] })
  await page.getByRole('row', { name: /fresh/ }).waitFor()
  await checkPage(page)
})

test('pages have no errors', () => {
  expect(console_.errors).toEqual([])
})
