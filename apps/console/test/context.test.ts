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

test('the operator restores an older version after a confirmation, and all windows show it', async () => {
  for (const stage of ['draft', 'sent', 'lost']) {
    await call('push_context', 'Sales', {
      key: 'offer',
      value: { stage },
      subscribers: ['Support'],
    })
  }
  const page = await console_.open({ path: '/context?key=offer' })
  const { key } = await request('POST', '/v1/agents/Support/keys', {})
  const other = await console_.open({ key, path: '/context?key=offer', theme: 'dark', width: 390 })
  await other.getByRole('region', { name: 'Version 3' }).waitFor()
  const detail = page.getByRole('dialog', { name: 'offer' })
  await detail.getByRole('list', { name: 'Older versions' }).getByText('1').click()
  await detail.getByRole('button', { name: 'Restore version 1' }).click()
  await detail.getByText('Its readers and its expiry become current too.').waitFor()
  await checkPage(page)
  await detail.getByRole('button', { name: 'Restore version 1' }).click()
  for (const window of [page, other]) {
    await window.getByRole('region', { name: 'Version 4' }).getByText('draft').waitFor()
  }
  await checkPage(other)
  const { context } = await request('GET', '/v1/context?key=offer')
  expect(context).toMatchObject([{ value: { stage: 'draft' }, readers: { agents: ['Support'] } }])
})

test('a deleted key is restored from its history', async () => {
  await call('push_context', 'Sales', { key: 'gone', value: { state: 'still here' } })
  await call('delete_context', 'Sales', { key: 'gone' })
  const page = await console_.open({ path: '/context?key=gone' })
  await page.getByText('This key has no value any longer').waitFor()
  const restore = page.getByRole('button', { name: 'Restore version 1' })
  await restore.click()
  await restore.click()
  await page.getByRole('region', { name: 'Version 3' }).getByText('still here').waitFor()
})

test('a key that may not push is not offered to restore', async () => {
  const { key } = (
    await request('POST', '/v1/agents', {
      name: 'Reader',
      denied_tools: ['push_context'],
      with_key: true,
    })
  ).key
  for (const value of [1, 2]) {
    await call('push_context', 'Sales', { key: 'count', value, subscribers: ['Reader'] })
  }
  const page = await console_.open({ key, path: '/context?key=count' })
  await page.getByRole('region', { name: 'Version 1' }).waitFor()
  expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0)
})

test('the operator sees what an agent can read, and who is subscribed to which topic', async () => {
  const page = await console_.open({ path: '/context', theme: 'dark' })
  await page.getByRole('button', { name: 'What an agent can read' }).click()
  await page.getByLabel('Agent').selectOption('Support')
  await page.getByRole('row', { name: /acme sent to this agent Sales/ }).waitFor()
  expect(await page.getByRole('row', { name: /plan/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Topics' }).click()
  await page.getByRole('row', { name: /leads 1 subscribed/ }).waitFor()
  await page.getByRole('img', { name: /1 topics?, 1 agents? and 1 subscriptions?/ }).waitFor()
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

test('a key that is pushed before the stream of events begins appears as well', async () => {
  const { key } = await request('POST', '/v1/agents/Support/keys', {})
  const page = await console_.open({ key, path: '/context' })
  const pushed = Promise.withResolvers<void>()
  await page.route('**/v1/events', async (route) => {
    await pushed.promise
    await route.continue()
  })
  await page.reload()
  await page.getByRole('row', { name: /acme/ }).waitFor()
  await call('push_context', 'Sales', { key: 'early', value: 1, subscribers: ['Support'] })
  pushed.resolve()
  await page.getByRole('row', { name: /early/ }).waitFor()
})

test('pages have no errors', () => {
  expect(console_.errors).toEqual([])
})
