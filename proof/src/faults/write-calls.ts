import { mustCall } from '../load/call.ts'

/** Prepares what one call of a write tool needs, and returns the call. */
export type WriteCall = {
  readonly tool: string
  readonly prepare: (url: string, id: string) => Promise<{ path: string; body: object }>
}

const NOT_SOON = '2099-01-01T00:00:00Z'
const AGENT = { agent: 'Loser' }

const tool = (name: string, body: (id: string) => object, before: Before = async () => {}) => ({
  tool: name,
  async prepare(url: string, id: string) {
    await before(url, id)
    return { path: `/v1/tools/${name}`, body: body(id) }
  },
})

type Before = (url: string, id: string) => Promise<unknown>

const pushed: Before = (url, id) =>
  mustCall(`${url}/v1/tools/push_context`, { key: id, value: id, topics: [] }, AGENT)
const subscribed: Before = (url, id) =>
  mustCall(`${url}/v1/tools/subscribe_to_topics`, { topics: [id] }, AGENT)

/** A table of its own with one document and one row. */
async function createTable(url: string, id: string, mode: 'auto' | 'custom') {
  const document = await mustCall(`${url}/v1/documents`, { filename: `${id}.pdf` })
  const stack = await mustCall(`${url}/v1/stacks`, { name: id })
  const stackPath = `${url}/v1/stacks/${stack.id}`
  await mustCall(`${stackPath}/documents`, { document_ids: [document.id] })
  const custom_columns = mode === 'custom' ? { custom_columns: ['n', 'm'] } : {}
  const table = await mustCall(`${stackPath}/tables`, { name: id, mode, ...custom_columns })
  const path = `/v1/tables/${table.id}/tools`
  if (mode === 'auto') return { path, documentId: document.id, undoToken: '' }
  const row = { document_id: document.id, n: 'one', m: 'two' }
  const { undo_token } = await mustCall(`${url}${path}/save_table_row`, row, AGENT)
  return { path, documentId: String(document.id), undoToken: String(undo_token) }
}

type Table = Awaited<ReturnType<typeof createTable>>

const tableTool = (
  name: string,
  body: (table: Table, id: string) => object,
  mode: 'auto' | 'custom' = 'custom',
): WriteCall => ({
  tool: name,
  async prepare(url, id) {
    const table = await createTable(url, id, mode)
    return { path: `${table.path}/${name}`, body: body(table, id) }
  },
})

/** Every built-in tool that writes to the database. */
export const WRITE_CALLS: readonly WriteCall[] = [
  tool('push_context', (id) => ({ key: id, value: { id } })),
  tool('delete_context', (id) => ({ key: id }), pushed),
  tool('subscribe_to_topics', (id) => ({ topics: [id] })),
  tool('unsubscribe_from_topics', (id) => ({ topics: [id] }), subscribed),
  tool('delete_topic', (id) => ({ topic: id, confirm: true }), subscribed),
  tool('promptyoself_schedule_time', (prompt) => ({ prompt, time: NOT_SOON })),
  tool('promptyoself_schedule_cron', (prompt) => ({ prompt, cron: '0 0 1 1 *' })),
  tool('promptyoself_schedule_every', (prompt) => ({ prompt, every: '86400s' })),
  {
    tool: 'promptyoself_cancel',
    async prepare(url, id) {
      const schedule = { prompt: id, time: NOT_SOON }
      const created = await mustCall(`${url}/v1/tools/promptyoself_schedule_time`, schedule, AGENT)
      return { path: '/v1/tools/promptyoself_cancel', body: { schedule_id: created.id } }
    },
  },
  tableTool('define_columns', () => ({ columns: [{ name: 'n' }], reasoning: 'test' }), 'auto'),
  tableTool('save_table_row', ({ documentId }, id) => ({ document_id: documentId, n: id })),
  tableTool('update_table_row', ({ documentId }, id) => ({
    document_id: documentId,
    updates: { n: id },
  })),
  tableTool('bulk_update_rows', (_table, id) => ({
    column: 'n',
    match_value: 'one',
    new_value: id,
  })),
  tableTool('save_cell_sources', ({ documentId }) => ({
    document_id: documentId,
    sources: { n: { page: 1 } },
  })),
  tableTool('complete_table', () => ({})),
  tableTool('undo_change', ({ undoToken }) => ({ undo_token: undoToken })),
  {
    tool: 'save_extracted_data',
    async prepare(url, id) {
      const document = await mustCall(`${url}/v1/documents`, { filename: `${id}.pdf` })
      const path = `/v1/documents/${document.id}/tools/save_extracted_data`
      return { path, body: { extracted_fields: { n: id } } }
    },
  },
]
