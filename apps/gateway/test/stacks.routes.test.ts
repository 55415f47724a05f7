import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './start-gateway.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type Any = any

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
    await make('/v1/documents', { filename: 'a.pdf', mime_type: 'application/pdf', text: 'A\0B' }),
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

describe('documents', () => {
  test('are made, read, renamed, listed and removed', async () => {
    const { send, make } = inWorkspace('one')
    const { id } = await make('/v1/documents', { filename: 'x.pdf', text: 'null \0 and \ud800' })
    const read = await send('GET', `/v1/documents/${id}`)
    expect(read.body).toMatchObject({
      id,
      filename: 'x.pdf',
      mime_type: null,
      text: 'null \0 and \ud800',
    })
    const renamed = await send('PATCH', `/v1/documents/${id}`, { filename: 'y.pdf' })
    expect(renamed.body).toMatchObject({ filename: 'y.pdf' })
    const listed = await send('GET', '/v1/documents?filename=y.pdf')
    expect(listed.body).toMatchObject({ documents: [{ id }], next_cursor: null })
    expect((await send('DELETE', `/v1/documents/${id}`)).status).toBe(204)
    expect((await send('GET', `/v1/documents/${id}`)).status).toBe(404)
  })

  test.each([
    {},
    { filename: '' },
    { filename: 'a\0b' },
    { filename: 'half \ud800' },
    { filename: 'x'.repeat(256) },
    { filename: 5 },
  ])('%j is refused', async (body) => {
    const answer = await inWorkspace('one').send('POST', '/v1/documents', body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('filename')
  })

  test('extractions are begun and completed', async () => {
    const { send, documents, table } = await makeTable()
    const [{ id }] = documents
    const path = `/v1/documents/${id}/extractions`
    const begun = await send('POST', path, { status: 'in_progress' })
    expect(begun).toMatchObject({
      status: 201,
      body: { status: 'in_progress', completed_at: null },
    })
    const read = () =>
      send('POST', `/v1/tables/${table.id}/tools/read_document_extraction`, { document_id: id })
    expect((await read()).status).toBe(404)
    await send('PATCH', `${path}/${begun.body.id}`, {
      status: 'completed',
      extracted_fields: { a: 1 },
    })
    expect((await read()).body.extracted_fields).toEqual({ a: 1 })
    expect((await send('GET', path)).body.extractions).toHaveLength(1)
  })

  test('an extraction keeps to the rules of the tool', async () => {
    const { send, documents } = await makeTable()
    const path = `/v1/documents/${documents[0].id}/extractions`
    expect((await send('POST', path, { extracted_fields: {} })).status).toBe(400)
    const stray = { extracted_fields: { a: 1 }, confidence_scores: { b: 1 } }
    expect((await send('POST', path, stray)).status).toBe(400)

    const scored = { extracted_fields: { a: 1 }, confidence_scores: { a: 0.5 } }
    const { id } = (await send('POST', path, scored)).body
    const change = (body: object) => send('PATCH', `${path}/${id}`, body)
    expect((await change({ confidence_scores: { zz: 0.5 } })).status).toBe(400)
    expect((await change({ extracted_fields: {} })).status).toBe(400)
    expect((await change({ status: 'in_progress' })).status).toBe(409)
    expect((await change({ extracted_fields: { b: 2 } })).body).toMatchObject({
      status: 'completed',
      extracted_fields: { b: 2 },
      confidence_scores: {},
    })
  })
})

describe('stacks and tables', () => {
  test('are made, read, renamed, listed and removed', async () => {
    const { send, stack, table, document_ids } = await makeTable()
    expect((await send('GET', `/v1/stacks/${stack.id}`)).body).toMatchObject({ name: 'Stack' })
    await send('PATCH', `/v1/stacks/${stack.id}`, { name: 'Renamed' })
    expect((await send('GET', `/v1/stacks/${stack.id}`)).body).toMatchObject({
      name: 'Renamed',
      description: 'For tests.',
    })
    expect(table).toMatchObject({
      mode: 'custom',
      schema_version: 1,
      status: 'in_progress',
      columns: [
        { name: 'vendor', type: 'text', argument: 'vendor' },
        { name: 'amount', type: 'number' },
      ],
    })
    await send('PATCH', `/v1/tables/${table.id}`, { name: 'Other' })
    const tables = await send('GET', `/v1/stacks/${stack.id}/tables`)
    expect(tables.body).toMatchObject({
      tables: [{ id: table.id, name: 'Other' }],
      next_cursor: null,
    })
    const documents = await send('GET', `/v1/stacks/${stack.id}/documents?limit=1`)
    expect(documents.body.documents).toMatchObject([{ document_id: document_ids[0] }])
    expect(documents.body.next_cursor).toEqual(expect.any(String))

    expect((await send('DELETE', `/v1/tables/${table.id}`)).status).toBe(204)
    expect((await send('GET', `/v1/tables/${table.id}`)).status).toBe(404)
    expect((await send('DELETE', `/v1/stacks/${stack.id}`)).status).toBe(204)
    expect((await send('GET', `/v1/documents/${document_ids[0]}`)).status).toBe(200)
  })

  test('a document that leaves takes its rows with it, and the history keeps them', async () => {
    const { send, stack, table, document_ids, save } = await makeTable()
    for (const id of document_ids) await save(id, { vendor: `of ${id}` })
    await send('DELETE', `/v1/stacks/${stack.id}/documents/${document_ids[0]}`)
    await send('DELETE', `/v1/documents/${document_ids[1]}`)
    expect((await send('GET', `/v1/tables/${table.id}/rows`)).body.rows).toEqual([])
    const { changes } = (await send('GET', `/v1/tables/${table.id}/history`)).body
    expect(changes.slice(0, 2)).toMatchObject([
      { action: 'delete_document', old: { vendor: `of ${document_ids[1]}` }, new: null },
      { action: 'remove_document', old: { vendor: `of ${document_ids[0]}` }, new: null },
    ])
    expect((await save(document_ids[0], { vendor: 'x' })).status).toBe(404)
  })

  test('an unknown document adds none of a list', async () => {
    const { send, make, stack } = await makeTable()
    const { id } = await make('/v1/documents', { filename: 'new.pdf' })
    for (const stranger of [crypto.randomUUID(), 'nonsense', '']) {
      const answer = await send('POST', `/v1/stacks/${stack.id}/documents`, {
        document_ids: [id, stranger],
      })
      expect(answer.status).toBe(404)
    }
    const listed = await send('GET', `/v1/stacks/${stack.id}/documents`)
    expect(listed.body.documents).toHaveLength(2)
  })

  test.each([
    [{ mode: 'auto' }, 'name'],
    [{ name: 'T' }, 'mode'],
    [{ name: 'T', mode: 'manual' }, 'auto'],
    [{ name: 'T', mode: 'custom' }, "requires 'custom_columns'"],
    [{ name: 'T', mode: 'custom', custom_columns: ['document_id'] }, 'reserved'],
    [{ name: 'T', mode: 'custom', custom_columns: ['a', 'A'] }, 'twice'],
    [{ name: 'T', mode: 'auto', custom_columns: ['a'] }, 'custom'],
  ])('a table %j is refused: %s', async (body, words) => {
    const { send, stack } = await makeTable()
    const answer = await send('POST', `/v1/stacks/${stack.id}/tables`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(words)
  })
})

describe('rows', () => {
  test('have the shape that others rely on, and are filtered, sorted and counted', async () => {
    const { send, table, document_ids, save } = await makeTable()
    await save(document_ids[0], {
      vendor: 'Acme',
      amount: '$1,500',
      confidence_scores: { vendor: 0.5 },
    })
    await save(document_ids[1], { vendor: 'Globex', amount: '20' })
    const rows = (query: string) => send('GET', `/v1/tables/${table.id}/rows${query}`)
    expect((await rows('?limit=1')).body).toEqual({
      rows: [
        {
          document_id: document_ids[0],
          filename: 'a.pdf',
          row_data: { vendor: 'Acme', amount: 1500 },
          confidence_scores: { vendor: 0.5 },
          sources: {},
          version: 1,
          updated_at: expect.any(String),
        },
      ],
      next_cursor: expect.any(String),
    })
    const filters = encodeURIComponent(
      JSON.stringify([{ column: 'amount', operator: 'less_than', value: '100' }]),
    )
    const filtered = await rows(`?filters=${filters}&count=true`)
    expect(filtered.body).toMatchObject({ rows: [{ row_data: { vendor: 'Globex' } }], total: 1 })
    const sorted = await rows('?sort_by=amount')
    expect(sorted.body.rows.map(({ row_data }: Any) => row_data.amount)).toEqual([20, 1500])
    expect((await rows('?sort_by=vendr')).body.error).toContain('Valid columns: vendor, amount')
    const review = await send('GET', `/v1/tables/${table.id}/review`)
    expect(review.body.cells).toMatchObject([{ column: 'vendor', value: 'Acme', confidence: 0.5 }])
  })

  test('come in as CSV, all or none', async () => {
    const { send, table } = await makeTable()
    const load = (csv: string) =>
      send('POST', `/v1/tables/${table.id}/import`, csv, { 'content-type': 'text/csv' })
    const refused = await load('Document,vendor\na.pdf,Acme\nz.pdf,Nobody\n')
    expect(refused).toMatchObject({ status: 400, body: { success: false, problem_count: 1 } })
    expect(refused.body.problems).toEqual([
      { line: 3, document: 'z.pdf', problem: 'There is no such document in this stack.' },
    ])
    const loaded = await load(
      'Document,vendor,amount\na.pdf,"Acme, Inc","$1,500"\nb.pdf,Globex,n/a\n',
    )
    expect(loaded).toMatchObject({ status: 200, body: { imported: 2, warning_count: 1 } })
    const { text } = await send('GET', `/v1/tables/${table.id}/export`)
    expect(text).toBe('Document,vendor,amount\r\na.pdf,"Acme, Inc",1500\r\nb.pdf,Globex,n/a\r\n')
    const again = await load(text)
    expect(again.body.imported).toBe(2)
    expect((await load('')).status).toBe(400)
  })

  test('a file larger than a body may be is read as it comes', async () => {
    const { send, table } = await makeTable()
    const csv = `Document,vendor\na.pdf,"${'x'.repeat(2 * 1024 * 1024)}"\n`
    const loaded = await send('POST', `/v1/tables/${table.id}/import`, csv, {
      'content-type': 'text/csv',
    })
    expect(loaded.body).toMatchObject({ imported: 1 })
  })
})

describe('who may', () => {
  test('another workspace’s things are unknown, in the same words', async () => {
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

  test('an agent’s own key works in its workspace; one made for tools reaches those alone', async () => {
    const { send, table, document_ids } = await makeTable()
    await send('POST', '/v1/agents', { name: 'Clerk' })
    const { key } = (await send('POST', '/v1/agents/Clerk/keys', {})).body
    expect((await gateway.request('GET', `/v1/tables/${table.id}`, { key })).status).toBe(200)

    const made = await gateway.request('POST', '/v1/descriptors', {
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
      expect((await gateway.request('GET', path, { key: limited })).status, path).toBe(403)
    }
  })

  test('who may not call a tool may not do its work by another way', async () => {
    const { send, table } = await makeTable()
    await send('POST', '/v1/agents', {
      name: 'Reader',
      denied_tools: ['save_table_row', 'define_columns'],
    })
    const { key } = (await send('POST', '/v1/agents/Reader/keys', {})).body
    const load = await gateway.request('POST', `/v1/tables/${table.id}/import`, {
      key,
      body: 'Document,vendor\na.pdf,x\n',
    })
    expect(load.status).toBe(403)
    const columns = await gateway.request('PUT', `/v1/tables/${table.id}/columns`, {
      key,
      body: { columns: [{ name: 'x' }] },
    })
    expect(columns.status).toBe(403)
    expect((await gateway.request('GET', `/v1/tables/${table.id}/rows`, { key })).status).toBe(200)
  })

  test.each([
    ['save_extracted_data', 'POST', 'documents', 'extractions', { extracted_fields: { a: 1 } }],
    ['save_extracted_data', 'PATCH', 'documents', 'extractions/1', { status: 'completed' }],
    ['read_document_extraction', 'GET', 'documents', 'extractions', undefined],
    ['read_review_list', 'GET', 'tables', 'review', undefined],
  ])('who may not call %s may not %s /v1/%s/…/%s', async (tool, method, things, rest, body) => {
    const { send, table, documents } = await makeTable()
    const agent = `Without ${tool} ${method}`
    await send('POST', '/v1/agents', { name: agent, denied_tools: [tool] })
    const keys = await send('POST', `/v1/agents/${encodeURIComponent(agent)}/keys`, {})
    const id = things === 'tables' ? table.id : documents[0].id
    const { key } = keys.body
    const answer = await gateway.request(method, `/v1/${things}/${id}/${rest}`, { key, body })
    expect(answer.status).toBe(403)
    expect(answer.body.error).toContain(tool)
  })
})

test('a write that is repeated happens once, and the list of tools has an ETag', async () => {
  const { send, table, document_ids } = await makeTable()
  const input = { document_id: document_ids[0], vendor: 'Acme' }
  const path = `/v1/tables/${table.id}/tools/save_table_row`
  const call = { tool_name: 'save_table_row', request_id: crypto.randomUUID(), parameters: input }
  const first = await send('POST', path, call)
  const second = await send('POST', path, call)
  expect(second.body).toEqual(first.body)
  expect((await send('GET', `/v1/tables/${table.id}/rows`)).body.rows[0].version).toBe(1)

  const list = () => send('GET', `/v1/descriptors?table=${table.id}&format=openai`)
  const before = await list()
  const etag = before.headers.get('etag') ?? ''
  const same = await send('GET', `/v1/descriptors?table=${table.id}&format=openai`, undefined, {
    'if-none-match': etag,
  })
  expect(same.status).toBe(304)
  await send('PUT', `/v1/tables/${table.id}/columns`, { columns: [{ name: 'vendor' }] })
  expect((await list()).headers.get('etag')).not.toBe(etag)
})

test('a write that is repeated has its answer, also when the columns have changed since', async () => {
  const { send, table, document_ids } = await makeTable()
  const path = `/v1/tables/${table.id}/tools/save_table_row`
  const headers = { 'idempotency-key': crypto.randomUUID(), 'x-schema-version': '1' }
  const save = (input: object) => send('POST', path, input, headers)
  const input = { document_id: document_ids[0], vendor: 'Acme' }
  const first = await save(input)
  expect(first.status).toBe(200)
  await send('PUT', `/v1/tables/${table.id}/columns`, { columns: [{ name: 'other' }] })
  const again = await save(input)
  expect(again).toMatchObject({ status: 200, body: first.body })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect((await save({ ...input, vendor: 'Other' })).status).toBe(409)
})

test('a bulk update of long values has room for its undo_token', async () => {
  const { send, table, document_ids } = await makeTable()
  const tool = (name: string) => `/v1/tables/${table.id}/tools/${name}`
  const [long, longer] = ['x'.repeat(200_000), 'y'.repeat(200_000)]
  await send('POST', tool('save_table_row'), { document_id: document_ids[0], vendor: long })
  const input = { column: 'vendor', match_value: long, new_value: longer }
  const { body } = await send('POST', tool('bulk_update_rows'), input)
  expect(body).toMatchObject({ updated: 1, undo_token: expect.any(String) })
})

test('every vendor gets the tools of a table', async () => {
  const { send, table } = await makeTable()
  for (const format of [
    'subconscious',
    'openai',
    'openai-responses',
    'anthropic',
    'gemini',
    'mcp',
  ]) {
    const { status, body } = await send('GET', `/v1/descriptors?table=${table.id}&format=${format}`)
    expect(status, format).toBe(200)
    expect(JSON.stringify(body), format).toContain('save_table_row')
  }
})
