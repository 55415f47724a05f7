import { beforeAll, expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'
import { makeSampleCalls } from './sample-calls.ts'

const console_ = await openConsole()
beforeAll(() => makeSampleCalls(console_))

test('an agent is created, gets a key, and its permissions are explained', async () => {
  const page = await console_.open({ path: '/agents' })
  await page.getByRole('button', { name: 'New agent' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Reader')
  await page.getByLabel('Allowed tools').fill('get_context, health')
  await checkPage(page)
  await page.getByRole('button', { name: 'Create the agent' }).click()

  const detail = page.getByRole('dialog', { name: 'Reader' })
  const tools = detail.getByRole('list', { name: 'Effective tools' })
  await tools.getByText('in the allow-list of the agent').first().waitFor()
  await tools.getByText('not in the allow-list of the agent').first().waitFor()
  await detail.getByRole('button', { name: 'New key' }).click()
  const key = await detail.getByText(/^qm_\w+_\w+$/).textContent()
  // A button that becomes enabled while axe looks at it has the colours of a disabled one.
  await detail.getByRole('button', { name: 'New key', disabled: false }).waitFor()
  await checkPage(page)
  const who = await console_.request('GET', '/v1/whoami', undefined, { 'x-api-key': key ?? '' })
  expect(who.agent).toBe('Reader')

  await detail.getByRole('button', { name: 'Revoke', exact: true }).click()
  await detail.getByRole('alert').getByRole('button', { name: 'Revoke' }).click()
  await detail.getByText('revoked', { exact: true }).waitFor()
  const refused = await console_.request('GET', '/v1/whoami', undefined, { 'x-api-key': key ?? '' })
  expect(refused.code).toBe('unauthorized')
})

test('a key is limited to chosen tools, and its successor too', async () => {
  await console_.request('POST', '/v1/agents', { name: 'Scoped' })
  const page = await console_.open({ path: '/agents/Scoped' })
  const detail = page.getByRole('dialog', { name: 'Scoped' })
  await detail.getByText('All tools of the agent').click()
  await detail.getByRole('checkbox', { name: 'list_context' }).check()
  await detail.getByText('Only 1 chosen tool').waitFor()
  await detail.getByRole('button', { name: 'New key' }).click()
  await detail.getByText('only for list_context').waitFor()
  await detail.getByRole('button', { name: 'New key', disabled: false }).waitFor()
  await checkPage(page)

  await detail.getByRole('button', { name: 'Rotate' }).click()
  await detail.getByRole('button', { name: 'Revoke the old key' }).click()
  await detail.getByRole('alert').getByRole('button', { name: 'Revoke the old key' }).click()
  await detail.getByText('revoked', { exact: true }).waitFor()
  expect(await detail.getByRole('button', { name: 'Revoke the old key' }).count()).toBe(0)
  const { keys } = await console_.request('GET', '/v1/keys?agent=Scoped')
  expect(keys).toMatchObject([
    { paths: ['/v1/tools/list_context'], revoked_at: null },
    { paths: ['/v1/tools/list_context'], revoked_at: expect.any(String) },
  ])
})

test('a role is chosen, and one that does not exist is explained', async () => {
  await console_.request('PUT', '/v1/roles/reader', { allowed_tools: ['get_context'] })
  await console_.request('POST', '/v1/agents', { name: 'Lost', role: 'accounting' })
  const page = await console_.open({ path: '/agents/Lost' })
  const detail = page.getByRole('dialog', { name: 'Lost' })
  await detail.getByText('there is no role accounting').first().waitFor()
  await detail.getByRole('button', { name: 'Change permissions' }).click()
  await detail.getByText('There is no role accounting: the agent may not call any tool.').waitFor()
  await checkPage(page)
  await detail.getByLabel('Role (optional)').selectOption('reader')
  await detail.getByRole('button', { name: 'Save' }).click()
  await detail.getByText('in the allow-list of the role reader').first().waitFor()
})

test('a read-only key sees no action that it may not do', async () => {
  await console_.request('POST', '/v1/agents', { name: 'Watcher', allowed_tools: ['get_context'] })
  const { key } = await console_.request('POST', '/v1/agents/Watcher/keys', {})
  const page = await console_.open({ key, path: '/agents', theme: 'dark' })
  await page.getByText('You are Watcher in default').waitFor()
  await page.getByText('get_context').waitFor()
  expect(await page.getByRole('button', { name: 'New agent' }).count()).toBe(0)
  expect(await page.getByLabel('Workspace').count()).toBe(0)
  await checkPage(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('Your session').waitFor()
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Tools' }).click()
  await page.getByRole('table', { name: 'Tools' }).getByText('get_context').waitFor()
  expect(await page.getByText('push_context').count()).toBe(0)
})

test('the audit log shows who changed what', async () => {
  const page = await console_.open({ path: '/settings' })
  await page.getByText('QM_RATE_LIMIT').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page
    .getByRole('row', { name: /create_agent/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('region', { name: 'After' }).waitFor()
  await checkPage(page)
})

test('pages have no errors', () => {
  expect(console_.errors.filter((text) => !text.includes('403 (Forbidden)'))).toEqual([])
})
