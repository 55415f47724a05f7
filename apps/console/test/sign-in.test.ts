import { expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole, ROOT_KEY, signIn } from './open-console.ts'

const console_ = await openConsole()

const MAIN_VIEWS = [
  'Calls',
  'Connect',
  'Agents',
  'Tools',
  'Context',
  'Tables',
  'Schedules',
  'Deliveries',
]

test('a key and Enter open the console, which shows a link to each view', async () => {
  const page = await console_.open({ key: null })
  await page.getByLabel('Your key').waitFor()
  await checkPage(page)
  await signIn(page, ROOT_KEY)
  for (const name of MAIN_VIEWS) {
    await page.getByRole('link', { name: new RegExp(`^${name}`) }).waitFor()
  }
})

test('a wrong key is explained, and the field stays', async () => {
  const page = await console_.open({ key: null })
  await page.getByLabel('Your key').fill('not a key')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This is not a key of this gateway').waitFor()
  await page.getByLabel('Your key').waitFor()
})

test('the key is in no storage and in no cookie that scripts can read', async () => {
  const page = await console_.open()
  await page.reload()
  await page.getByRole('link', { name: 'Calls' }).waitFor()
  const readable = await page.evaluate<string>(
    'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML])',
  )
  expect(readable).not.toContain(ROOT_KEY)
  const cookies = await page.context().cookies()
  expect(cookies).toMatchObject([{ name: 'qm_session', httpOnly: true, sameSite: 'Strict' }])
  expect(cookies[0]?.value).not.toContain(ROOT_KEY)
})

test('signing out leads back to the key field and ends the session', async () => {
  const page = await console_.open()
  const [cookie] = await page.context().cookies()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Your key').waitFor()
  const answer = await fetch(`${console_.url}/v1/session`, {
    headers: { cookie: `qm_session=${cookie?.value}` },
  })
  expect(answer.status).toBe(401)
})

test('a revoked key ends its session', async () => {
  const { request } = console_
  await request('POST', '/v1/agents', { name: 'Leaver' })
  const { id, key } = await request('POST', '/v1/agents/Leaver/keys', {})
  const page = await console_.open({ key })
  await request('DELETE', `/v1/keys/${id}`)
  await page.reload()
  await page.getByLabel('Your key').waitFor()
})

test('pages have no errors', () => {
  expect(console_.errors).toEqual([])
})
