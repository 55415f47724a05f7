import { eventually, runOnSubconscious } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { loggedCalls } from '../src/queries/call-log/logged-calls.ts'
import { startWithFolders } from './toolsets/folders.ts'

// The function is called by GET, with an argument that the model does not see.
const PRICE = {
  'manifest.yaml': `tool_human_name: Prices
tool_list:
  - name: total_price
    description: Add the tax to a price.
    method: GET
    timeout: 20
    defaults: {tax: 0.2}
    parameters:
      type: object
      properties:
        price: {type: number, description: The price}
        tax: {type: number, description: The tax rate}
      required: [price]
`,
  'tool.ts': `export class Tools {
  async total_price({ price, tax }) { return { total: price * (1 + tax) } }
}`,
}
const SLOW = {
  'manifest.yaml': `tool_human_name: Slow
tool_list:
  - {name: wait_long, description: Never answers., timeout: 1, parameters: {type: object, properties: {}}}
`,
  'tool.ts': `export class Tools { async wait_long() { await new Promise(() => setInterval(() => {}, 1000)) } }`,
}

async function start(folders: Parameters<typeof startWithFolders>[0]) {
  const gateway = await startWithFolders(folders)
  const { request } = gateway
  await eventually(async () => {
    const { load_report: report } = (await request('GET', '/v1/toolsets')).body
    for (const { status } of report) expect(status).toBe('loaded')
  })
  const agent = { name: 'Analyst', with_key: true }
  const { key } = (await request('POST', '/v1/agents', { body: agent })).body.key
  const { body: stack } = await request('POST', '/v1/stacks', {
    body: {
      name: 'Q1',
      documents: [{ filename: 'invoice.pdf' }],
      table: { name: 'Invoices', mode: 'auto' },
    },
  })
  const list = async (query: string) => {
    const { status, body } = await request('GET', `/v1/descriptors?${query}`, { key })
    expect(status).toBe(200)
    return body as unknown[]
  }
  /** Everything that the agent may call: the fixed tools, its folders, the table and the document. */
  const listTools = async () => [
    ...(await list('')),
    ...(await list('table=Invoices')),
    ...(await list('document=invoice.pdf')),
  ]
  const callRows = async () =>
    loggedCalls(gateway.services.database.db).select(['tool', 'agent']).orderBy('id').execute()
  return { ...gateway, stack, listTools, callRows, key: key as string }
}

test('a run over tools of all four families leaves its work in the database', async () => {
  const { request, listTools, callRows, services, stack } = await start({ Price: PRICE })
  const { db } = services.database
  const results = await runOnSubconscious(listTools, [
    { tool: 'total_price', input: () => ({ price: 100 }) },
    {
      tool: 'save_extracted_data',
      envelope: true,
      input: ([price]) => ({
        extracted_fields: { vendor: 'Acme', total: (price as { total: number }).total },
      }),
    },
    {
      tool: 'define_columns',
      input: () => ({
        columns: [
          { name: 'vendor', type: 'text' },
          { name: 'total', type: 'number' },
        ],
      }),
    },
    {
      // This tool exists since the hop before.
      tool: 'save_table_row',
      envelope: true,
      lostAnswers: 1,
      input: () => ({ document_id: 'invoice.pdf', vendor: 'Acme', total: 120 }),
    },
    {
      tool: 'push_context',
      envelope: true,
      lostAnswers: 2,
      input: () => ({ key: 'q1', value: { rows: 1 } }),
    },
    {
      tool: 'promptyoself_schedule_every',
      envelope: true,
      lostAnswers: 1,
      input: () => ({ prompt: 'Look for new invoices', every: '1h' }),
    },
    { tool: 'read_rows', input: () => ({}) },
  ])

  expect(results[0]).toEqual({ total: 120 })
  expect(results[3]).toMatchObject({ success: true })
  expect(results[6]).toMatchObject({ rows: [{ row_data: { vendor: 'Acme', total: 120 } }] })

  const { body } = await request('GET', `/v1/tables/${stack.table.id}/rows`)
  expect(body.rows).toMatchObject([{ row_data: { vendor: 'Acme', total: 120 }, version: 1 }])
  const extractions = await db.selectFrom('extractions').select('made_by').execute()
  expect(extractions).toEqual([{ made_by: 'Analyst' }])
  // Repeated calls with the same request id were executed once.
  expect(await db.selectFrom('schedules').select('prompt').execute()).toEqual([
    { prompt: 'Look for new invoices' },
  ])
  const { body: history } = await request('POST', '/v1/tools/read_history', {
    body: { key: 'q1' },
    headers: { 'x-agent': 'Analyst' },
  })
  expect(history.versions).toHaveLength(1)
  await eventually(async () => {
    const rows = await callRows()
    expect(rows.filter(({ tool }) => tool === 'push_context')).toHaveLength(3)
    expect(rows.every(({ agent, tool }) => agent === 'Analyst' || tool === 'read_history')).toBe(
      true,
    )
  })
})

test('a hidden default cannot be changed by the model', async () => {
  const { listTools, request, key } = await start({ Price: PRICE })
  const tools = (await listTools()) as { name: string; url: string; parameters: object }[]
  const tool = tools.find(({ name }) => name === 'total_price')
  expect(JSON.stringify(tool?.parameters)).not.toContain('tax')
  const path = new URL(tool?.url ?? '').pathname
  const { body } = await request('GET', `${path}?price=100&tax=0`, { key })
  expect(body).toEqual({ total: 120 })
})

test('a tool that never answers ends as an error, and the run goes on', async () => {
  const { listTools } = await start({ Slow: SLOW })
  const results = await runOnSubconscious(listTools, [
    { tool: 'wait_long', input: () => ({}) },
    { tool: 'push_context', input: () => ({ key: 'a', value: 1 }) },
  ])
  // The gateway's deadline or the platform's timeout, whichever is first.
  expect(results[0]).toMatchObject({ error: expect.stringMatching(/\S/) })
  expect(results[1]).toMatchObject({ success: true })
})

test('a wrong call is answered with what to change, and the run goes on', async () => {
  const { listTools } = await start({})
  const results = await runOnSubconscious(listTools, [
    { tool: 'promptyoself_schedule_every', input: () => ({ prompt: 'Look', every: 'soon' }) },
    { tool: 'promptyoself_schedule_every', input: () => ({ prompt: 'Look', every: '1h' }) },
  ])
  expect(results[0]).toMatchObject({ success: false, suggestion: expect.stringMatching(/\S/) })
  expect(results[1]).toMatchObject({ status: 'success' })
})
