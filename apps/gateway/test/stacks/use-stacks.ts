import { afterAll, beforeAll, expect } from 'vitest'
import { openGateway, type TestGateway } from '../start-gateway.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
export type Any = any

/** One gateway with the workspaces `one` and `two`, for the tests of a file. */
export function useStacks() {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await openGateway()
    for (const name of ['one', 'two'])
      await gateway.request('POST', '/v1/workspaces', { body: { name } })
  })

  afterAll(() => gateway.close())

  const inWorkspace = (workspace: string) => {
    const send = (method: string, path: string, body?: unknown, headers = {}) =>
      gateway.request(method, path, { headers: { 'x-workspace': workspace, ...headers }, body })
    const make = async (path: string, body: object) => {
      const answer = await send('POST', path, body)
      expect(answer.status, answer.text).toBe(201)
      return answer.body as Any
    }
    return { send, make }
  }

  /** A stack of two documents with a table of two columns. */
  async function makeTable(workspace = 'one') {
    const { send, make } = inWorkspace(workspace)
    const documents = [
      await make('/v1/documents', {
        filename: 'a.pdf',
        mime_type: 'application/pdf',
        text: 'A\0B',
      }),
      await make('/v1/documents', { filename: 'b.pdf' }),
    ]
    const stack = await make('/v1/stacks', { name: 'Stack', description: 'For tests.' })
    const document_ids = documents.map(({ id }: Any) => id)
    await send('POST', `/v1/stacks/${stack.id}/documents`, { document_ids })
    const table = await make(`/v1/stacks/${stack.id}/tables`, {
      name: 'Table',
      mode: 'custom',
      custom_columns: ['vendor', { name: 'amount', type: 'number' }],
    })
    const save = (document_id: string, cells: object) =>
      send('POST', `/v1/tables/${table.id}/tools/save_table_row`, { document_id, ...cells })
    return { send, make, documents, document_ids, stack, table, save }
  }

  const request: TestGateway['request'] = (...args) => gateway.request(...args)
  return { request, inWorkspace, makeTable }
}
