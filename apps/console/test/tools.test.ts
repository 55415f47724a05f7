import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MULTIPLY } from '@quartermaster/testing'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'
import { makeSampleCalls } from './sample-calls.ts'

const toolsDir = await mkdtemp(join(tmpdir(), 'quartermaster-console-tools-'))
afterAll(() => rm(toolsDir, { recursive: true }))
const write = async (folder: string, files: Readonly<Record<string, string>>) => {
  await mkdir(join(toolsDir, folder), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(toolsDir, folder, name), text)
  }
}

const console_ = await openConsole({ QM_TOOLS_DIR: toolsDir })
beforeAll(() => makeSampleCalls(console_))

test('a tool is found, called and shown as descriptors', async () => {
  const page = await console_.open({ path: '/tools' })
  await page.getByLabel('Search tools').fill('push_context')
  await page.getByRole('row', { name: /^push_context/ }).click()
  const detail = page.getByRole('dialog', { name: 'push_context' })
  await detail.getByRole('button', { name: 'Call the tool' }).click()
  await detail.getByText('This is required.').first().waitFor()
  await detail.getByLabel(/^key required/).fill('from_form')
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
  const verdicts = detail.getByRole('list', { name: 'Verdicts' })
  await verdicts
    .getByRole('listitem')
    .filter({ hasText: /anthropic accepted .*tokens/ })
    .waitFor()
  await verdicts
    .getByRole('listitem')
    .filter({ hasText: /openai-strict changed/ })
    .waitFor()
  await checkPage(page)
  const { context } = await console_.request('GET', '/v1/context?key=from_form')
  expect(context).toMatchObject([{ value: '42' }])
})

test('a folder shows its log and what its last reload changed, also when it breaks', async () => {
  await write('Multiply', MULTIPLY)
  const page = await console_.open({ path: '/tools' })
  await page.getByRole('button', { name: 'Multiply' }).click()
  const folder = page.getByRole('dialog', { name: 'Multiply' })
  await folder.getByText('Loaded 1 function.').waitFor()
  await folder.getByText('The folder has not changed').waitFor()
  const text = MULTIPLY['tool.ts'] ?? ''
  await write('Multiply', {
    'tool.ts': text.replace('return', 'console.warn("large numbers"); return'),
    'manifest.yaml': (MULTIPLY['manifest.yaml'] ?? '').replace('two numbers', 'numbers'),
  })
  const change = folder.getByRole('region', { name: 'Last change' })
  await change.getByText('multiply (description)').waitFor()
  await expect
    .poll(() =>
      console_.request('POST', '/v1/toolsets/Multiply/tools/multiply', {
        multiplicand: 6,
        multiplier: 7,
      }),
    )
    .toBe(42)
  const log = folder.getByRole('list', { name: 'Log' })
  await log.getByText('large numbers').first().waitFor()
  await checkPage(page)
  await write('Multiply', { 'tool.ts': 'broken(' })
  await folder.getByText('broken, the last good version is served').waitFor()
  await log
    .getByText(/Not loaded: tool.ts:1/)
    .first()
    .waitFor()
  await checkPage(page)
})

test('a host gets its configuration with a key, and its first call appears', async () => {
  const page = await console_.open({ path: '/connect' })
  await page.getByLabel('Agent', { exact: true }).selectOption('Sales')
  await page.getByLabel('Host').selectOption('Visual Studio Code')
  await page.getByText('Waiting for the first call of Sales').waitFor()
  await page.getByRole('button', { name: 'Insert a new key for Sales' }).click()
  await page.getByText('The key is shown here once').waitFor()
  const text = await page.getByRole('region', { name: 'Configuration' }).textContent()
  const [key = ''] = /qm_\w+/.exec(text ?? '') ?? []
  await checkPage(page)
  await page.getByText('Live', { exact: true }).waitFor()
  await console_.request('POST', '/v1/tools/health', {}, { 'x-api-key': key })
  await page.getByText(/Sales called/).waitFor()
})

test('a host that asks for the key itself gets one to copy', async () => {
  const page = await console_.open({ path: '/connect?agent=Sales&host=claude-web' })
  await page.getByRole('button', { name: 'New key for Sales' }).click()
  await page.getByText(/^qm_\w+_\w+$/).waitFor()
  await page.getByRole('button', { name: 'Copy the key' }).waitFor()
  await checkPage(page)
})

test('what would keep a first call from arriving is said before', async () => {
  await console_.request('POST', '/v1/agents', { name: 'Narrow', allowed_tools: ['get_context'] })
  const page = await console_.open({
    path: '/connect?agent=Narrow&host=chatgpt&tools=get_context,push_context',
  })
  for (const text of [
    'The gateway is ready',
    'Narrow may call 1 tool',
    'Narrow may not call push_context',
    'Narrow has no valid key yet',
    /the gateway needs a public address/,
    /signs in with OAuth, which is off/,
    'qm doctor chatgpt',
  ]) {
    await page.getByText(text).waitFor()
  }
  await page.getByText('Only 2 chosen tools').click()
  expect(await page.getByRole('checkbox').count()).toBe(2)
  await checkPage(page)
  await page.getByRole('checkbox', { name: 'push_context' }).click()
  await page.getByText('Narrow may not call push_context').waitFor({ state: 'detached' })
})

/** A panel that is opening or closing hides the palette from roles. */
async function closePanel(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
}

test('the palette finds tools, agents, context keys, documents, rows and calls', async () => {
  const { request } = console_
  const document = await request('POST', '/v1/documents', { filename: 'march_invoice.pdf' })
  const stack = await request('POST', '/v1/stacks', { name: 'Invoices' })
  await request('POST', `/v1/stacks/${stack.id}/documents`, { document_ids: [document.id] })
  const definition = { name: 'Costs', mode: 'custom', custom_columns: ['vendor'] }
  const table = await request('POST', `/v1/stacks/${stack.id}/tables`, definition)
  await request('POST', `/v1/tables/${table.id}/tools/save_table_row`, {
    document_id: document.id,
    vendor: 'Wayne Enterprises',
  })
  const page = await console_.open()
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('lead_acme')
  await page.getByRole('option', { name: 'lead_acme Context key' }).waitFor()
  await checkPage(page)
  await page.getByRole('combobox', { name: 'Search' }).fill('Support')
  await page.getByRole('option', { name: 'Support Agent' }).click()
  await page.waitForURL('**/agents/Support')
  await closePanel(page.getByRole('dialog', { name: 'Support' }))
  for (const [text, option] of [
    ['Wayne', /Row of Costs, march_invoice\.pdf/],
    ['march_inv', /march_invoice\.pdf Document/],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(text)
    await page.getByRole('option', { name: option }).click()
    await page.waitForURL(`**/tables/${table.id}?row=${document.id}`)
    await page.getByRole('dialog').getByText('Wayne Enterprises').first().waitFor()
    await closePanel(page.getByRole('dialog'))
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('no key')
  await page.getByRole('option', { name: /push_context .*Call/ }).click()
  await page.waitForURL(/\/calls\/\d+$/)
})

test('pages have no errors', () => {
  expect(console_.errors.filter((text) => !/40[04] \(/.test(text))).toEqual([])
})
