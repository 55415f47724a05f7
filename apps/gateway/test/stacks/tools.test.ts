import { expect, test } from 'vitest'
import { useStacks } from './use-stacks.ts'

const { makeTable } = useStacks()

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

test('a repeated write gets its stored answer, even if the columns have changed since', async () => {
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

test('the answer to a bulk update of long values has its undo_token', async () => {
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
