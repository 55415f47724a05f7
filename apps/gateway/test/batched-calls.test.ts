import type { Database } from '@quartermaster/db'
import { type CallBatch, fulfilled, Input, toolsFor } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

/** Calls that reach the gateway together, and so share statements. */
const together = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

test('reads that share a statement see only what their own agent and workspace may read', async () => {
  const { request, as } = await startGateway()
  await request('POST', '/v1/workspaces', { body: { name: 'other' } })
  await as('Writer').call('push_context', { key: 'plan', value: 'ours' })
  await as('Writer', 'other').call('push_context', { key: 'plan', value: 'theirs' })
  await as('Writer').call('push_context', { key: 'secret', value: 'for Ann', subscribers: ['Ann'] })

  const answers = await together(60, async (index) => {
    const [agent, workspace] = [
      ['Ann', 'default'],
      ['Bob', 'default'],
      ['Ann', 'other'],
    ][index % 3] as [string, string]
    const { body } = await as(agent, workspace).call('get_context', { keys: ['plan', 'secret'] })
    return { who: `${agent} ${workspace}`, context: body.context }
  })

  for (const { who, context } of answers) {
    const expected = {
      'Ann default': { plan: 'ours', secret: 'for Ann' },
      'Bob default': { plan: 'ours' },
      'Ann other': { plan: 'theirs' },
    }[who]
    expect(context, who).toEqual(expected)
  }
})

test('writes that share a statement all arrive, each with its own answer', async () => {
  const { as } = await startGateway()
  const pushed = await together(80, (index) =>
    as(`agent ${index % 7}`).call('push_context', { key: `key ${index}`, value: { index } }),
  )
  expect(pushed.map(({ body }) => [body.key, body.version, body.agent_name])).toEqual(
    pushed.map((_, index) => [`key ${index}`, 1, `agent ${index % 7}`]),
  )
  const { body } = await as('reader').call('get_context', {})
  expect(Object.keys(body.context)).toHaveLength(80)
})

test('concurrent pushes of one key by many agents run one after the other', async () => {
  const { as } = await startGateway()
  const pushed = await together(50, (index) =>
    as(`agent ${index}`).call('push_context', { key: 'shared', value: index }),
  )
  const versions = pushed.map(({ body }) => body.version)
  expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  const last = pushed.findIndex(({ body }) => body.version === 50)
  const { body } = await as('reader').call('get_context', { keys: ['shared'] })
  expect(body.context.shared).toBe(last)
  expect(body.written_by.shared).toBe(`agent ${last}`)
})

test('one failing call among many fails alone', async () => {
  const { as } = await startGateway()
  const answers = await together(40, (index) =>
    as('agent').call('push_context', {
      key: `key ${index}`,
      value: 1,
      ...(index === 13 && { ttl: 5, ttl_hours: 1 }),
      ...(index === 29 && { if_version: 7 }),
    }),
  )
  const failed = answers.flatMap(({ status }, index) => (status === 200 ? [] : [[index, status]]))
  expect(failed).toEqual([
    [13, 400],
    [29, 409],
  ])
  const { body } = await as('reader').call('get_context', {})
  expect(Object.keys(body.context)).toHaveLength(38)
})

test('repeated writes in one batch happen once per idempotency key', async () => {
  const { request, as } = await startGateway()
  const answers = await together(60, (index) =>
    request('POST', '/v1/tools/push_context', {
      body: { key: `key ${index % 20}`, value: { index: index % 20 } },
      headers: { 'idempotency-key': `call-${index % 20}`, 'x-agent': 'writer' },
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.map(({ body }) => body.version)).toEqual(answers.map(() => 1))
  const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')
  expect(replayed).toHaveLength(40)
  const { body } = await as('reader').call('get_context', { keys: ['key 3'] })
  expect(body.versions).toEqual({ 'key 3': 1 })
})

test('an idempotency key with another body is refused, also within a batch', async () => {
  const { request } = await startGateway()
  const answers = await together(2, (index) =>
    request('POST', '/v1/tools/push_context', {
      body: { key: `key ${index}`, value: index },
      headers: { 'idempotency-key': 'same', 'x-agent': 'writer' },
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('rows saved at the same time are all stored, and a wrong save fails alone', async () => {
  const { request } = await startGateway()
  const post = async (path: string, body: object) => (await request('POST', path, { body })).body
  const documents = await together(20, (index) =>
    post('/v1/documents', { filename: `invoice_${index}.pdf` }),
  )
  const stack = await post('/v1/stacks', { name: 'Invoices' })
  const document_ids = documents.map(({ id }) => id)
  await post(`/v1/stacks/${stack.id}/documents`, { document_ids })
  const custom = { mode: 'custom', custom_columns: ['vendor'] }
  const tables = await together(2, (index) =>
    post(`/v1/stacks/${stack.id}/tables`, { name: `Table ${index}`, ...custom }),
  )
  const answers = await together(40, (index) =>
    request('POST', `/v1/tables/${tables[index % 2].id}/tools/save_table_row`, {
      body: {
        document_id: index === 13 ? 'nowhere.pdf' : `invoice_${Math.floor(index / 2)}`,
        vendor: `Vendor ${index}`,
      },
    }),
  )
  const failed = answers.flatMap(({ status }, index) => (status === 200 ? [] : [[index, status]]))
  expect(failed).toEqual([[13, 404]])
  for (const [offset, table] of tables.entries()) {
    const { body } = await request('GET', `/v1/tables/${table.id}/rows`)
    const saved = body.rows.map((row: { filename: string; row_data: { vendor: string } }) => [
      row.filename,
      row.row_data.vendor,
    ])
    const expected = documents
      .map((_, n) => [`invoice_${n}.pdf`, `Vendor ${2 * n + offset}`])
      .filter(([, vendor]) => vendor !== 'Vendor 13')
    expect(saved.toSorted()).toEqual(expected.toSorted())
  }
})

test('a read that PostgreSQL refuses fails alone', async () => {
  const divide = async (db: Database, by: readonly number[]) => {
    const { rows } = await sql<{ quotient: number }>`
      select 12 / divisor as quotient from unnest(${by}::int[]) divisor
    `.execute(db)
    return rows
  }
  const kind: CallBatch<{ db: Database }, number> = {
    run: async (items, { db }) => (await divide(db, items)).map(fulfilled),
  }
  const tool = toolsFor<{ db: Database }>()({
    name: 'divide',
    description: 'Divide twelve.',
    effect: 'read',
    input: Input({ by: Type.Integer({ description: 'The divisor.' }) }),
    output: Type.Unknown(),
    batch: { kind, itemOf: ({ by }: { by: number }) => by },
    handler: async ({ by }, { services }) => (await divide(services.db, [by]))[0],
  })
  const { as } = await startGateway({
    groups: [{ name: 'numbers', title: 'Numbers', tools: [tool] }],
    families: [],
  })
  const answers = await together(30, (index) => as('agent').call('divide', { by: index % 10 }))
  expect(answers.map(({ status }) => status)).toEqual(
    answers.map((_, index) => (index % 10 === 0 ? 500 : 200)),
  )
})
