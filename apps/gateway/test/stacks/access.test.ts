import { describe, expect, test } from 'vitest'
import { useStacks } from './use-stacks.ts'

const { inWorkspace, makeTable, request } = useStacks()

describe('permissions', () => {
  test('objects of another workspace get the same error as unknown ones', async () => {
    const mine = await makeTable('one')
    const { send } = inWorkspace('two')
    const nowhere = crypto.randomUUID()
    const paths = (table: string, stack: string, document: string) =>
      [
        ['GET', `/v1/tables/${table}`],
        ['PATCH', `/v1/tables/${table}`, { name: 'x' }],
        ['DELETE', `/v1/tables/${table}`],
        ['PUT', `/v1/tables/${table}/columns`, { columns: [{ name: 'x' }] }],
        ['GET', `/v1/tables/${table}/rows`],
        ['GET', `/v1/tables/${table}/review`],
        ['GET', `/v1/tables/${table}/history`],
        ['GET', `/v1/tables/${table}/export`],
        ['POST', `/v1/tables/${table}/import`, 'Document\n'],
        ['POST', `/v1/tables/${table}/tools/read_rows`, {}],
        ['GET', `/v1/descriptors?table=${table}`],
        ['GET', `/v1/stacks/${stack}`],
        ['PATCH', `/v1/stacks/${stack}`, { name: 'x' }],
        ['DELETE', `/v1/stacks/${stack}`],
        ['GET', `/v1/stacks/${stack}/documents`],
        ['POST', `/v1/stacks/${stack}/documents`, { document_ids: [document] }],
        ['DELETE', `/v1/stacks/${stack}/documents/${document}`],
        ['GET', `/v1/stacks/${stack}/tables`],
        ['POST', `/v1/stacks/${stack}/tables`, { name: 'x', mode: 'auto' }],
        ['GET', `/v1/documents/${document}`],
        ['PATCH', `/v1/documents/${document}`, { filename: 'x' }],
        ['DELETE', `/v1/documents/${document}`],
        ['GET', `/v1/documents/${document}/extractions`],
        ['POST', `/v1/documents/${document}/extractions`, { extracted_fields: { a: 1 } }],
        [
          'POST',
          `/v1/documents/${document}/tools/save_extracted_data`,
          { extracted_fields: { a: 1 } },
        ],
        ['GET', `/v1/descriptors?document=${document}`],
      ] as const
    const foreign = paths(mine.table.id, mine.stack.id, mine.document_ids[0])
    for (const unknown of [nowhere, 'nonsense']) {
      const others = paths(unknown, unknown, unknown)
      for (const [index, [method, path, body]] of foreign.entries()) {
        const [, otherPath] = others[index] ?? []
        const [one, other] = [
          await send(method, path, body),
          await send(method, otherPath ?? '', body),
        ]
        expect([path, one.status, one.body.error]).toEqual([path, 404, other.body.error])
      }
    }
    expect((await mine.send('GET', `/v1/tables/${mine.table.id}`)).body.name).toBe('Table')
    expect((await mine.send('GET', `/v1/documents/${mine.document_ids[0]}`)).body.filename).toBe(
      'a.pdf',
    )
  })

  test('an agent’s key works in its workspace; one that is limited to tools can call only those', async () => {
    const { send, table, document_ids } = await makeTable()
    await send('POST', '/v1/agents', { name: 'Clerk' })
    const { key } = (await send('POST', '/v1/agents/Clerk/keys', {})).body
    expect((await request('GET', `/v1/tables/${table.id}`, { key })).status).toBe(200)

    const made = await request('POST', '/v1/descriptors', {
      key,
      body: { table: table.id, tools: ['save_table_row', 'read_rows'] },
    })
    const [save] = made.body
    const limited = save.headers['x-api-key']
    const saved = await fetch(save.url, {
      method: 'POST',
      headers: save.headers,
      body: JSON.stringify({ document_id: document_ids[0], vendor: 'Acme' }),
    })
    expect(saved.status).toBe(200)
    for (const path of [`/v1/tables/${table.id}`, `/v1/tables/${table.id}/rows`, '/v1/documents']) {
      expect((await request('GET', path, { key: limited })).status, path).toBe(403)
    }
  })

  test('an agent that may not call a tool cannot do the same through a route', async () => {
    const { send, table } = await makeTable()
    await send('POST', '/v1/agents', {
      name: 'Reader',
      denied_tools: ['save_table_row', 'define_columns'],
    })
    const { key } = (await send('POST', '/v1/agents/Reader/keys', {})).body
    const load = await request('POST', `/v1/tables/${table.id}/import`, {
      key,
      body: 'Document,vendor\na.pdf,x\n',
    })
    expect(load.status).toBe(403)
    const columns = await request('PUT', `/v1/tables/${table.id}/columns`, {
      key,
      body: { columns: [{ name: 'x' }] },
    })
    expect(columns.status).toBe(403)
    expect((await request('GET', `/v1/tables/${table.id}/rows`, { key })).status).toBe(200)
  })

  test.each([
    ['save_extracted_data', 'POST', 'documents', 'extractions', { extracted_fields: { a: 1 } }],
    ['save_extracted_data', 'PATCH', 'documents', 'extractions/1', { status: 'completed' }],
    ['read_document_extraction', 'GET', 'documents', 'extractions', undefined],
    ['read_review_list', 'GET', 'tables', 'review', undefined],
  ])(
    'an agent that may not call %s cannot %s /v1/%s/…/%s',
    async (tool, method, things, rest, body) => {
      const { send, table, documents } = await makeTable()
      const agent = `Without ${tool} ${method}`
      await send('POST', '/v1/agents', { name: agent, denied_tools: [tool] })
      const keys = await send('POST', `/v1/agents/${encodeURIComponent(agent)}/keys`, {})
      const id = things === 'tables' ? table.id : documents[0].id
      const { key } = keys.body
      const answer = await request(method, `/v1/${things}/${id}/${rest}`, { key, body })
      expect(answer.status).toBe(403)
      expect(answer.body.error).toContain(tool)
    },
  )
})
