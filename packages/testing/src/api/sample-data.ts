/** Sends a request with the root key and returns the body of a successful answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are read.
export type Send = (method: string, path: string, body?: unknown) => Promise<any>

/** One of everything in a workspace, with the ids that paths and bodies need. */
export type SampleData = {
  readonly agent: string
  readonly keyId: string
  readonly role: string
  readonly document: string
  readonly extraction: string
  readonly stack: string
  readonly table: string
  readonly schedule: number
  readonly delivery: string
  readonly thread: string
  readonly call: string
}

/** Creates one of everything through the API. */
export async function createSampleData(send: Send): Promise<SampleData> {
  const agent = 'Ann'
  const role = 'reader'
  await send('PUT', `/v1/roles/${role}`, { denied_tools: ['delete_topic'] })
  const { key } = await send('POST', '/v1/agents', { name: agent, with_key: true })
  const document = (await send('POST', '/v1/documents', { filename: 'a.pdf', text: 'Secret text' }))
    .id
  const fields = { extracted_fields: { vendor: 'Acme' } }
  const extraction = (await send('POST', `/v1/documents/${document}/extractions`, fields)).id
  const stack = (await send('POST', '/v1/stacks', { name: 'Invoices' })).id
  await send('POST', `/v1/stacks/${stack}/documents`, { document_ids: [document] })
  const table = (
    await send('POST', `/v1/stacks/${stack}/tables`, {
      name: 'Overview',
      mode: 'custom',
      custom_columns: [{ name: 'vendor', type: 'text' }],
    })
  ).id
  await send('POST', `/v1/tables/${table}/tools/save_table_row`, {
    document_id: document,
    vendor: 'Acme',
  })
  for (const value of ['"earlier value"', '"secret value"']) {
    await send('POST', '/v1/tools/push_context', { key: 'acme', value })
  }
  const schedule = (
    await send('POST', '/v1/tools/promptyoself_schedule_every', {
      agent_id: agent,
      prompt: 'Secret prompt',
      every: '1h',
    })
  ).id
  const delivery = (await send('POST', `/v1/schedules/${schedule}/run`)).id
  const thread = 'conversation-1'
  await send('POST', `/v1/threads/${thread}/messages`, { role: 'user', content: 'Secret message' })
  const { calls } = await send('GET', '/v1/calls?limit=1')
  return {
    call: calls[0].id,
    agent,
    keyId: key.id,
    role,
    document,
    extraction,
    stack,
    table,
    schedule,
    delivery,
    thread,
  }
}

/** The value of a path parameter; undefined for one that is not known. */
export function samplePathValue(
  data: SampleData,
  path: string,
  parameter: string,
): string | number | undefined {
  const [, , collection = ''] = path.split('/')
  const byCollection: Record<string, string | number> = {
    tables: data.table,
    documents: data.document,
    stacks: data.stack,
    schedules: data.schedule,
    deliveries: data.delivery,
    keys: data.keyId,
    threads: data.thread,
    calls: data.call,
    toolsets: 'Multiply',
    agents: data.agent,
    roles: data.role,
    workspaces: 'default',
  }
  switch (parameter) {
    case 'id':
      return byCollection[collection]
    case 'name':
      return path.includes('/tools/') ? 'multiply' : byCollection[collection]
    case 'thread_id':
      return data.thread
    case 'agent_id':
      return data.agent
    case 'document':
      return data.document
    case 'extraction':
      return data.extraction
    default:
      return undefined
  }
}

/** Bodies that each operation accepts in the sample data, where the schema has no example. */
export const sampleBodies = (data: SampleData): Readonly<Record<string, unknown>> => ({
  add_documents: { document_ids: [data.document] },
  add_thread_message: { role: 'user', content: 'hello' },
  choose_thread_agent: { name: 'Multiply' },
  create_table: { name: 'Second', mode: 'auto' },
  create_extraction: { extracted_fields: { vendor: 'Evil' } },
  update_extraction: { extracted_fields: { vendor: 'Evil' } },
  rename_table: { name: 'Renamed' },
  set_columns: { columns: [{ name: 'vendor' }, { name: 'total', type: 'number' }] },
  update_document: { filename: 'b.pdf' },
  update_stack: { name: 'Renamed' },
  change_schedule: { prompt: 'Changed' },
  restore_context: { key: 'acme', version: 1 },
  update_agent: { denied_tools: [] },
  save_role: { denied_tools: [] },
  create_agent: { name: 'Mallory' },
  create_workspace: { name: 'Mallory' },
  create_document: { filename: 'evil.pdf' },
  create_stack: { name: 'Evil' },
  save_table_row: { document_id: data.document, vendor: 'Evil' },
  save_cell_sources: {
    document_id: data.document,
    sources: { vendor: { page: 2, quote: 'Total due: $1,500.00' } },
  },
  read_rows: {},
  call_toolsets_tool: { multiplicand: 6, multiplier: 7 },
  import_table: `document,vendor\n${data.document},Evil\n`,
})
