import { expect, test } from 'vitest'
import { checkPage } from './check-page.ts'
import { openConsole } from './open-console.ts'

const console_ = await openConsole()
const { request } = console_
await request('POST', '/v1/agents', { name: 'Clerk' })
const as = { 'x-agent': 'Clerk' }

/** A table with two rows: the vendor of the second one is doubtful. */
async function makeTable(name: string) {
  const documents = await Promise.all(
    ['jan.pdf', 'feb.pdf'].map((filename) =>
      request('POST', '/v1/documents', { filename: `${name}_${filename}` }, as),
    ),
  )
  const stack = await request('POST', '/v1/stacks', { name: `Stack of ${name}` }, as)
  const document_ids = documents.map(({ id }) => id)
  await request('POST', `/v1/stacks/${stack.id}/documents`, { document_ids }, as)
  const custom_columns = ['vendor', 'amount']
  const table = { name, mode: 'custom', custom_columns }
  const { id } = await request('POST', `/v1/stacks/${stack.id}/tables`, table, as)
  const save = (row: object) => request('POST', `/v1/tables/${id}/tools/save_table_row`, row, as)
  const [jan, feb] = document_ids
  await save({ document_id: jan, vendor: 'Acme Corp', amount: '10' })
  await save({
    document_id: feb,
    vendor: 'Acme Corp',
    amount: '20',
    confidence_scores: { vendor: 0.4 },
  })
  await request(
    'POST',
    `/v1/tables/${id}/tools/save_cell_sources`,
    { document_id: feb, sources: { vendor: { page: 1, quote: 'ACME C0RP' } } },
    as,
  )
  return id as string
}

test('a cell is changed in place, another window shows it, and the change is undone', async () => {
  const id = await makeTable('Invoices')
  const page = await console_.open({ path: '/tables' })
  await page.getByRole('row', { name: /Invoices/ }).click()
  await page.waitForURL(`**/tables/${id}`)
  const other = await console_.open({ path: `/tables/${id}` })
  await other.getByRole('button', { name: 'vendor of Invoices_jan.pdf: Acme Corp' }).waitFor()
  await checkPage(page)

  await page.getByRole('button', { name: 'vendor of Invoices_jan.pdf: Acme Corp' }).click()
  await page.getByRole('textbox', { name: 'vendor of Invoices_jan.pdf' }).fill('Globex')
  await page.keyboard.press('Enter')
  for (const window of [page, other]) {
    await window.getByRole('button', { name: 'vendor of Invoices_jan.pdf: Globex' }).waitFor()
  }

  await page.getByRole('button', { name: 'Invoices_jan.pdf', exact: true }).click()
  const detail = page.getByRole('dialog')
  await detail.getByRole('listitem').filter({ hasText: 'update_table_row' }).waitFor()
  await checkPage(page)
  await detail.getByRole('button', { name: 'Undo' }).first().click()
  await detail.getByText('undone').waitFor()
})

test('one cell gets its old value back, and the other cells of the call keep their new ones', async () => {
  const id = await makeTable('Orders')
  const { rows } = await request('GET', `/v1/tables/${id}/rows`, undefined, as)
  const { document_id } = rows[0]
  const updates = { vendor: 'Globex', amount: '99' }
  await request('POST', `/v1/tables/${id}/tools/update_table_row`, { document_id, updates }, as)
  const page = await console_.open({ path: `/tables/${id}?row=${document_id}` })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Put back Acme Corp in vendor' })
    .click()
  const row = page.getByRole('dialog').locator('dl')
  await row.getByText('Acme Corp').waitFor()
  await row.getByText('99').waitFor()
})

test('a cell shows its source while it is changed, and a header sorts', async () => {
  const id = await makeTable('Receipts')
  const page = await console_.open({ path: `/tables/${id}` })
  await page.getByRole('button', { name: 'vendor of Receipts_feb.pdf: Acme Corp' }).click()
  await page.getByText('“ACME C0RP”').waitFor()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await page.getByText('“ACME C0RP”').waitFor({ state: 'detached' })
  await page.getByRole('columnheader', { name: 'amount' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'amount' }).getByRole('button').click()
  await page.waitForURL(`**/tables/${id}?sort_by=amount&descending=true`)
  await page
    .getByRole('row', { name: /_feb.*20/ })
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Receipts_feb.pdf')
})

test('a bulk change is shown before it is made', async () => {
  const id = await makeTable('Bills')
  const page = await console_.open({ path: `/tables/${id}`, theme: 'dark' })
  await page.getByRole('button', { name: 'Change many' }).click()
  await page.getByLabel('Value to find (exact)').fill('Acme Corp')
  await page.getByLabel('New value').fill('Acme Inc')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: '2 rows have this value' }).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Change 2 rows' }).click()
  await page.getByRole('button', { name: 'vendor of Bills_jan.pdf: Acme Inc' }).waitFor()
})

test('a doubtful cell is shown with its source and corrected by keyboard', async () => {
  const id = await makeTable('Receipts')
  const page = await console_.open({ path: `/review?table=${id}` })
  await page.getByText('“ACME C0RP”').waitFor()
  await checkPage(page)
  await page.keyboard.press('c')
  await page.getByLabel('Correct value of vendor').fill('Acme Corporation')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing to review').waitFor()
  const { rows } = await request('GET', `/v1/tables/${id}/rows`, undefined, as)
  const values = rows.map(({ row_data }: { row_data: { vendor: string } }) => row_data.vendor)
  expect(values).toContain('Acme Corporation')
})

test('a CSV file is imported, whether it is dropped or chosen', async () => {
  const id = await makeTable('Ledger')
  const { rows } = await request('GET', `/v1/tables/${id}/rows`, undefined, as)
  const csv = (vendor: string) => `document,vendor\n${rows[0].document_id},${vendor}\n`
  const page = await console_.open({ path: `/tables/${id}` })
  await page.getByLabel('CSV file to import').setInputFiles({
    name: 'chosen.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv('Chosen Ltd')),
  })
  await page.getByRole('button', { name: 'vendor of Ledger_jan.pdf: Chosen Ltd' }).waitFor()
  const transfer = await page.evaluateHandle<object>(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([${JSON.stringify(csv('Dropped Ltd'))}], 'dropped.csv'))
    return transfer
  })()`)
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: transfer })
  await page.getByRole('button', { name: 'vendor of Ledger_jan.pdf: Dropped Ltd' }).waitFor()
})

test('on a phone the grid scrolls in its box', async () => {
  const id = await makeTable('Small')
  const page = await console_.open({ path: `/tables/${id}`, width: 390 })
  await page.getByRole('button', { name: 'Small_jan.pdf', exact: true }).waitFor()
  await checkPage(page)
})

test('pages have no errors', () => {
  expect(console_.errors).toEqual([])
})
