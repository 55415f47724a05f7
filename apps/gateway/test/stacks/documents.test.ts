import { describe, expect, test } from 'vitest'
import { useStacks } from './use-stacks.ts'

const { inWorkspace, makeTable } = useStacks()

describe('documents', () => {
  test('are created, read, renamed, listed and deleted', async () => {
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

  test('extractions are started and completed', async () => {
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
