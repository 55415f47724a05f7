import { describe, expect, test } from 'vitest'
import { type Any, useStacks } from './use-stacks.ts'

const { makeTable } = useStacks()

describe('stacks and tables', () => {
  test('are created, read, renamed, listed and deleted', async () => {
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

  test('removing a document removes its rows, and the history keeps them', async () => {
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

  test('a list with an unknown document adds none', async () => {
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
  test('have the specified form, and are filtered, sorted and counted', async () => {
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

  test('are imported as CSV, all or none', async () => {
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

  test('a file larger than the body limit can be imported', async () => {
    const { send, table } = await makeTable()
    const csv = `Document,vendor\na.pdf,"${'x'.repeat(2 * 1024 * 1024)}"\n`
    const loaded = await send('POST', `/v1/tables/${table.id}/import`, csv, {
      'content-type': 'text/csv',
    })
    expect(loaded.body).toMatchObject({ imported: 1 })
  })
})
