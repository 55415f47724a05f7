import { startWebhookReceiver } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'

const console_ = await openConsole({ QM_OUTBOUND_ALLOW: '127.0.0.1' })
const { request } = console_
await request('POST', '/v1/agents', { name: 'Sales' })
const as = { 'x-agent': 'Sales' }

test('the next five times show while a cron expression is typed, and the prompt is scheduled', async () => {
  const page = await console_.open({ path: '/schedules' })
  await page.getByRole('button', { name: 'New schedule' }).click()
  await page.getByLabel('Prompt').fill('Look at the leads')
  await page.getByLabel('For').selectOption('Sales')
  const cron = page.getByLabel('Cron expression')
  await cron.fill('0 9 * *')
  await page.getByText('Invalid cron expression').waitFor()
  await cron.fill('0 9 * * MON')
  const times = page.getByRole('list', { name: 'Next times' }).getByRole('listitem')
  await times.nth(4).waitFor()
  expect(await times.count()).toBe(5)
  await checkPage(page)
  await page.getByRole('button', { name: 'Schedule the prompt' }).click()
  await page.getByRole('row', { name: /Look at the leads Sales cron 0 9 \* \* MON/ }).waitFor()
})

test('a schedule is paused, resumed, run and cancelled', async () => {
  const { id } = await request(
    'POST',
    '/v1/tools/promptyoself_schedule_every',
    { prompt: 'Stretch', every: '1h' },
    as,
  )
  const page = await console_.open({ path: '/schedules' })
  await page.getByRole('row', { name: /Stretch/ }).click()
  await page.waitForURL(`**/schedules/${id}`)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('dialog').getByText('paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByRole('dialog').getByText('active', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Deliveries' }).waitFor()
  await page.getByRole('button', { name: 'Cancel the schedule' }).click()
  await page.getByRole('dialog').getByText('cancelled', { exact: true }).first().waitFor()
  await checkPage(page)
})

test('the calendar and the picture of an outage show what is to come', async () => {
  await request(
    'POST',
    '/v1/tools/promptyoself_schedule_every',
    { prompt: 'Hourly', every: '1h' },
    as,
  )
  const cron = { prompt: 'Daily', cron: '0 9 * * *' }
  await request('POST', '/v1/tools/promptyoself_schedule_cron', cron, { 'x-agent': 'Dawn' })
  const often = { prompt: 'Often', every: '30s' }
  await request('POST', '/v1/tools/promptyoself_schedule_every', often, { 'x-agent': 'Clock' })
  const page = await console_.open({ path: '/schedules?show=calendar' })
  const days = page.getByRole('list', { name: 'Deliveries by day' })
  await days.getByText('Sales').first().waitFor()
  // A schedule with too many times to simulate neither leaves out the others nor ends early.
  const last = days.locator(':scope > li').last()
  await last.getByText(/Clock/).getByText('× many').waitFor()
  await last.getByText(/Dawn/).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Outage' }).click()
  await page.getByRole('img', { name: /with an outage of 6 hours/ }).waitFor()
  await page.getByText(/[1-9]\d* not delivered/).waitFor()
  await checkPage(page)
})

test('all prompts are paused and resumed with one button, and every window shows it', async () => {
  const [first, second] = [
    await console_.open({ path: '/schedules' }),
    await console_.open({ path: '/schedules' }),
  ]
  await first.getByRole('button', { name: 'Pause all' }).click()
  for (const page of [first, second]) await page.getByText('were paused').waitFor()
  await first.getByRole('button', { name: 'Resume all' }).click()
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Pause all' }).waitFor()
  }
})

test('a failed delivery shows its attempts and its recipient, and is resent', async () => {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  receiver.answer((_received, response) => response.writeHead(410).end())
  const deliver_to = { kind: 'webhook', url: receiver.url }
  await request('POST', '/v1/agents', { name: 'Hook', deliver_to })
  const { id } = await request(
    'POST',
    '/v1/tools/promptyoself_schedule_every',
    { prompt: 'Ring', every: '1h', agent_id: 'Hook' },
    as,
  )
  await request('POST', `/v1/schedules/${id}/run`)
  await request('POST', '/v1/tools/promptyoself_execute', {}, as)

  const page = await console_.open({ path: '/deliveries?state=dead' })
  await page.getByRole('button', { name: 'Resend all that failed' }).waitFor()
  await page.getByRole('heading', { name: 'Failing recipients' }).waitFor()
  await page.getByRole('row', { name: /Ring Hook/ }).click()
  const detail = page.getByRole('dialog')
  await detail.getByRole('listitem').getByText('failed', { exact: true }).waitFor()
  await checkPage(page)
  await detail.getByRole('button', { name: 'Resend' }).click()
  await detail.getByText('pending', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Resend all that failed' }).waitFor({ state: 'detached' })
})

test('pages have no errors', () => {
  expect(console_.errors).toEqual([])
})
