import { createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { MCPServerStreamableHttp } from '@openai/agents'
import { openaiChat, runToolLoop } from '@quartermaster/client'
import { expect, onTestFinished, test } from 'vitest'
import { connect2025, connect2026 } from './mcp/clients.ts'
import { startWithFolders } from './toolsets/folders.ts'

const PRICE = {
  'manifest.yaml': `tool_human_name: Prices
tool_list:
  - name: total_price
    description: Add the tax to a price.
    method: GET
    parameters:
      type: object
      properties: {price: {type: number, description: The price}}
      required: [price]
`,
  'tool.ts': `export class Tools { async total_price({ price }) { return { total: price * 1.2 } } }`,
}

type Step = { tool: string; input: Record<string, unknown> }

/** An agent reads a document, fills a table that has no columns yet, and leaves notes. */
const steps = (saveRow: Step): Step[] => [
  { tool: 'total_price', input: { price: 100 } },
  {
    tool: 'save_extracted_data',
    input: { extracted_fields: { vendor: 'Acme', total: 120 } },
  },
  {
    tool: 'define_columns',
    input: {
      columns: [
        { name: 'vendor', type: 'text' },
        { name: 'total', type: 'number' },
      ],
    },
  },
  saveRow,
  { tool: 'push_context', input: { key: 'q1', value: '{"rows":1}' } },
  { tool: 'promptyoself_schedule_every', input: { prompt: 'Look again', every: '1h' } },
  { tool: 'read_rows', input: {} },
]

const ROW = { vendor: 'Acme', total: 120 }
const SAVE_TABLE_ROW = {
  tool: 'save_table_row',
  input: { document_id: 'invoice.pdf', ...ROW },
}
/** For clients that list the tools once: `save_table_row` does not exist at that time. */
const SAVE_ROW = {
  tool: 'save_row',
  input: { document_id: 'invoice.pdf', values: { vendor: 'Acme', total: '120' } },
}

async function start() {
  const gateway = await startWithFolders({ Price: PRICE })
  const { request } = gateway
  const agent = { name: 'Analyst', with_key: true }
  const { key } = (await request('POST', '/v1/agents', { body: agent })).body.key
  const { body: stack } = await request('POST', '/v1/stacks', {
    body: {
      name: 'Q1',
      documents: [{ filename: 'invoice.pdf' }],
      table: { name: 'Invoices', mode: 'auto' },
    },
  })
  const subjects = { table: 'Invoices', document: 'invoice.pdf' }
  const query = new URLSearchParams({ tools: '*', ...subjects })
  /** The work of the conversation is in the database, made by the agent. */
  const expectWork = async () => {
    const { body: rows } = await request('GET', `/v1/tables/${stack.table.id}/rows`)
    expect(rows.rows).toMatchObject([{ row_data: ROW, version: 1 }])
    const { db } = gateway.services.database
    expect(await db.selectFrom('schedules').select('prompt').execute()).toEqual([
      { prompt: 'Look again' },
    ])
    expect(await db.selectFrom('extractions').select('made_by').execute()).toEqual([
      { made_by: 'Analyst' },
    ])
    const context = await gateway.as('Analyst').call('get_context', { keys: ['q1'] })
    expect(context.body.context).toEqual({ q1: { rows: 1 } })
  }
  const headers: Record<string, string> = { 'x-api-key': key }
  return {
    url: gateway.url,
    mcp: `${gateway.url}/mcp?${query}`,
    headers,
    key,
    subjects,
    expectWork,
  }
}

test('F5 runToolLoop: all families in one conversation', async () => {
  const { url, key, subjects, expectWork } = await start()
  const script = steps(SAVE_TABLE_ROW)
  const offered: string[][] = []
  const failed: string[] = []
  const { text } = await runToolLoop({
    gateway: { url, key, tools: ['*'], ...subjects },
    dialect: openaiChat,
    messages: [{ role: 'user', content: 'Read the invoice.' }],
    onCall: (_call, result) => {
      if (result.isError) failed.push(result.text)
    },
    model: async ({ tools }) => {
      offered.push(tools.map((tool) => tool.function.name))
      const step = script[offered.length - 1]
      const message =
        step === undefined
          ? { role: 'assistant', content: 'done' }
          : {
              role: 'assistant',
              content: null,
              tool_calls: [
                {
                  id: `call_${offered.length}`,
                  type: 'function',
                  function: { name: step.tool, arguments: JSON.stringify(step.input) },
                },
              ],
            }
      return { choices: [{ message }] }
    },
  })
  expect([text, failed]).toEqual(['done', []])
  expect(offered[2]).not.toContain('save_table_row')
  expect(offered[3]).toContain('save_table_row')
  await expectWork()
})

/** Connects, lists the tools once, and returns the way to call them. */
type Connect = (url: string, headers: Record<string, string>) => Promise<Call>
type Call = (step: Step) => Promise<unknown>

const LISTED_ONCE: Record<string, Connect> = {
  '@ai-sdk/mcp': async (url, headers) => {
    const client = await createMCPClient({ transport: { type: 'http', url, headers } })
    onTestFinished(() => client.close())
    const tools = await client.tools()
    const options = { toolCallId: '1', messages: [], context: {} }
    return async ({ tool, input }) => tools[tool]?.execute?.(input, options)
  },
  '@langchain/mcp-adapters': async (url, headers) => {
    const client = new MultiServerMCPClient({
      mcpServers: { quartermaster: { transport: 'http', url, headers } },
    })
    onTestFinished(() => client.close())
    const tools = await client.getTools()
    return async ({ tool, input }) => tools.find(({ name }) => name === tool)?.invoke(input)
  },
  '@openai/agents': async (url, headers) => {
    const server = new MCPServerStreamableHttp({ url, requestInit: { headers } })
    await server.connect()
    onTestFinished(() => server.close())
    return ({ tool, input }) => server.callTool(tool, input)
  },
}

test.each(Object.entries(LISTED_ONCE))(
  'F5 %s: all families in one session whose tools are listed once',
  async (_client, connect) => {
    const { mcp, headers, expectWork } = await start()
    const call = await connect(mcp, headers)
    const results: unknown[] = []
    for (const step of steps(SAVE_ROW)) results.push(await call(step))
    expect(JSON.stringify(results[0])).toContain('120')
    expect(JSON.stringify(results.at(-1))).toContain('Acme')
    await expectWork()
  },
)

test.each([
  ['2025', connect2025],
  ['2026', connect2026],
] as const)(
  'F5 the official client of %s: a new tool is announced and called in the same session',
  async (_generation, connect) => {
    const { mcp, headers, expectWork } = await start()
    let changes = 0
    const client = await connect(mcp, headers, () => {
      changes++
    })
    const namesOf = async () => (await client.listTools()).tools.map(({ name }) => name)
    expect(await namesOf()).not.toContain('save_table_row')
    for (const { tool, input } of steps(SAVE_TABLE_ROW)) {
      if (tool === 'save_table_row') {
        await expect.poll(() => changes, { timeout: 20_000 }).toBeGreaterThan(0)
        expect(await namesOf()).toContain('save_table_row')
      }
      const { isError, content } = await client.callTool({ name: tool, arguments: input })
      expect(isError, JSON.stringify(content)).not.toBe(true)
    }
    await expectWork()
  },
)
