import { beforeAll, expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'
import { makeSampleCalls } from './sample-calls.ts'

const console_ = await openConsole()
beforeAll(() => makeSampleCalls(console_))

test.each([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const)(
  'a tool is found, called and shown as descriptors: $theme, $width px',
  async (options) => {
    const page = await console_.open({ ...options, path: '/tools' })
    await page.getByLabel('Search tools').fill('push_context')
    await page.getByRole('row', { name: /^push_context/ }).click()
    const detail = page.getByRole('dialog', { name: 'push_context' })
    await detail.getByRole('button', { name: 'Call the tool' }).click()
    await detail.getByText('This is required.').first().waitFor()
    await detail.getByLabel(/^key required/).fill(`from_form_${options.theme}`)
    const value = detail.getByLabel(/^value required/)
    await value.fill('"4"')
    // The plain field becomes an editor, which keeps the text and the focus.
    await detail.locator('.cm-content').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('2')
    expect(await value.textContent()).toBe('"42"')
    await checkPage(page)
    await detail.getByRole('button', { name: 'Call the tool' }).click()
    await detail.getByText(/^Answered after/).waitFor()
    await detail.getByLabel('Format').selectOption('anthropic')
    await detail.getByRole('region', { name: 'Descriptor' }).getByText('input_schema').waitFor()
    const { context } = await console_.request('GET', `/v1/context?key=from_form_${options.theme}`)
    expect(context).toMatchObject([{ value: '42' }])
  },
)

test('a host gets its configuration with a key, and its first call appears', async () => {
  const page = await console_.open({ path: '/connect' })
  await page.getByLabel('Agent', { exact: true }).selectOption('Sales')
  await page.getByLabel('Host').selectOption('Visual Studio Code')
  await page.getByText('Waiting for the first call of Sales').waitFor()
  await page.getByRole('button', { name: 'Put a new key of Sales into it' }).click()
  await page.getByText('The key is shown here once').waitFor()
  const text = await page.getByRole('region', { name: 'Configuration' }).textContent()
  const [key = ''] = /qm_\w+/.exec(text ?? '') ?? []
  await checkPage(page)
  await page.getByText('Live', { exact: true }).waitFor()
  await console_.request('POST', '/v1/tools/health', {}, { 'x-api-key': key })
  await page.getByText(/Sales called/).waitFor()
})

test('the palette finds tools, agents and context keys', async () => {
  const page = await console_.open()
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('lead_acme')
  await page.getByRole('option', { name: /lead_acme/ }).waitFor()
  await checkPage(page)
  await page.getByRole('combobox', { name: 'Search' }).fill('Support')
  await page.getByRole('option', { name: /Support/ }).click()
  await page.waitForURL('**/agents/Support')
})

test('pages have no errors', () => {
  expect(console_.errors.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([])
})
