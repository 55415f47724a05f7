import { randomUUID } from 'node:crypto'
import { type RequestOptions, ROOT_KEY, type TestGateway } from '../start-gateway.ts'
import { callByCommand } from './call-by-command.ts'
import { type Call, type HttpCall, isToolCall, type ToolCall } from './wrong-call.ts'

export type Transport = 'http' | 'mcp' | 'cli'

export type Outcome = {
  readonly isError: boolean
  readonly status: number
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  readonly body: any
}

/** A workspace with something of everything that the wrong calls of a family could damage. */
export async function openFixture(gateway: TestGateway, family: string) {
  const workspace = `w-${randomUUID()}`
  const scope = { 'x-workspace': workspace }
  const asSales = { ...scope, 'x-agent': 'Sales' }
  const send = (method: string, path: string, options: RequestOptions = {}) =>
    gateway.request(method, path, options)
  const create = async (path: string, body: unknown, headers: Record<string, string> = asSales) => {
    const answer = await send('POST', path, { body, headers })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
  await create('/v1/workspaces', { name: workspace }, {})
  for (const name of ['Sales', 'Research', 'Support']) await create('/v1/agents', { name }, scope)
  await create('/v1/tools/subscribe_to_topics', { topics: ['leads'] })
  await create('/v1/tools/push_context', { key: 'acme', value: '{"stage":"won"}' })
  await create('/v1/tools/push_context', { key: 'deal', value: '"open"', subscribers: ['Sales'] })
  const ids: Record<string, unknown> = {}

  if (['prompts', 'requests'].includes(family)) {
    const hourly = { prompt: 'Look', every: '1h' }
    ids.schedule = (await create('/v1/tools/promptyoself_schedule_every', hourly)).id
    await send('POST', `/v1/schedules/${ids.schedule}/run`, { headers: asSales })
  }
  if (['tables', 'requests'].includes(family)) await createTables()
  if (family === 'toolsets') {
    await send('PUT', '/v1/threads/t1/agent', { body: { name: 'Multiply' }, headers: asSales })
  }

  async function createTables() {
    const files = ['invoice_jan.pdf', 'invoice_feb.pdf', 'invoice_march.pdf', 'contract.pdf']
    const [d1, d2, d3, d9] = await Promise.all(
      files.map(async (filename) => (await create('/v1/documents', { filename }, scope)).id),
    )
    const { id: stack } = await create('/v1/stacks', { name: 'Q1' }, scope)
    await create(`/v1/stacks/${stack}/documents`, { document_ids: [d1, d2, d3] }, scope)
    const [table, empty] = await Promise.all(
      ['Invoices', 'Empty'].map(
        async (name) =>
          (await create(`/v1/stacks/${stack}/tables`, { name, mode: 'auto' }, scope)).id,
      ),
    )
    const tools = `/v1/tables/${table}/tools`
    await create(`${tools}/define_columns`, {
      columns: [
        { name: 'vendor' },
        { name: 'amount', type: 'number' },
        { name: 'date', type: 'date' },
      ],
    })
    for (const document_id of [d1, d2]) {
      const row = { document_id, vendor: 'Acme', amount: '5', date: '2024-01-15' }
      await create(`${tools}/save_table_row`, row)
    }
    await create(`/v1/documents/${d1}/tools/save_extracted_data`, { extracted_fields: { a: 'b' } })
    Object.assign(ids, { d1, d2, d3, d9, stack, table, empty })
  }

  const overHttp = async (call: HttpCall): Promise<Outcome> => {
    const isThread = call.path.startsWith('/v1/threads') || call.path.startsWith('/v1/tools')
    const { status, text, body } = await send(call.method, call.path, {
      ...(call.body !== undefined && { body: call.body }),
      key: call.key === undefined ? ROOT_KEY : call.key,
      headers: { ...(isThread ? asSales : scope), ...call.headers },
    })
    return { isError: status >= 400 || body?.success === false, status, text, body }
  }

  const overMcp = async ({ tool, at = {}, input }: ToolCall): Promise<Outcome> => {
    const query = new URLSearchParams(at).toString()
    const { text, status } = await send('POST', `/mcp?${query}`, {
      headers: { ...asSales, accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: input },
      },
    })
    const message = JSON.parse(text.slice(text.indexOf('{')))
    const result = message.result
    const content: string = result?.content?.[0]?.text ?? JSON.stringify(message)
    const { message: error, data = {} } = message.error ?? {}
    return {
      isError: result === undefined || result.isError === true,
      status,
      text: content,
      body: error === undefined ? parsed(content) : { error, ...data },
    }
  }

  return {
    ids,
    async make(call: Call, transport: Transport): Promise<Outcome> {
      const filled = fill(call, ids)
      if (!isToolCall(filled)) return overHttp(filled)
      if (transport === 'mcp') return overMcp(filled)
      if (transport === 'cli') return callByCommand(gateway.url, workspace, filled)
      const body = filled.input
      return overHttp({ method: 'POST', path: pathOf(filled), body, headers: asSales })
    },
    /** Everything that is stored, as far as a wrong call could empty it: one line per value. */
    async stored(): Promise<Set<string>> {
      const context = await send('POST', '/v1/tools/get_context', { body: {}, headers: asSales })
      const schedules = await send('GET', '/v1/schedules', { headers: scope })
      const agents = await send('GET', '/v1/agents', { headers: scope })
      return new Set([
        ...(ids.table === undefined ? [] : await cells()),
        ...Object.keys(context.body.context).map((key) => `context ${key}`),
        ...schedules.body.schedules.map(({ id }: { id: number }) => `schedule ${id}`),
        ...agents.body.agents.map(({ name }: { name: string }) => `agent ${name}`),
      ])
    },
  }

  async function cells(): Promise<string[]> {
    const { body } = await send('GET', `/v1/tables/${ids.table}/rows`, { headers: scope })
    return body.rows.flatMap((row: { document_id: string; row_data: Record<string, unknown> }) =>
      Object.entries(row.row_data)
        .filter(([, value]) => value !== null)
        .map(([column]) => `cell ${row.document_id} ${column}`),
    )
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function pathOf({ tool, at = {} }: ToolCall): string {
  const [[subject, id] = []] = Object.entries(at)
  const prefix = subject === undefined ? '/v1' : `/v1/${subject}s/${encodeURIComponent(id ?? '')}`
  return `${prefix}/tools/${tool}`
}

/** Replaces `{table}` and the like by ids; a value that is only a placeholder keeps the id's type. */
export function fill<T>(value: T, ids: Readonly<Record<string, unknown>>): T {
  if (typeof value === 'string') {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1]
    if (whole !== undefined && whole in ids) return ids[whole] as T
    const text = value.replace(/\{(\w+)\}/g, (all, name) => (name in ids ? String(ids[name]) : all))
    return text as T
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, ids)) as T
  if (value === null || typeof value !== 'object' || value instanceof RegExp) return value
  const members = Object.entries(value).map(([name, member]) => [name, fill(member, ids)])
  return Object.fromEntries(members) as T
}
