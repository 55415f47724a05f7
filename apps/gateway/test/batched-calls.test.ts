import { type Database, openDatabase } from '@quartermaster/db'
import { type CallBatch, fulfilled, Input, toolsFor } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
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

test('equal lists that share a read stay separate for each agent, workspace and limit', async () => {
  const { request, as } = await startGateway()
  await request('POST', '/v1/workspaces', { body: { name: 'other' } })
  for (const key of ['plan', 'report']) {
    await as('Writer').call('push_context', { key, value: 1, subscribers: ['Ann'] })
    await as('Writer').call('push_context', {
      key: `${key} for Bob`,
      value: 1,
      subscribers: ['Bob'],
    })
    await as('Writer', 'other').call('push_context', { key: `other ${key}`, value: 1 })
  }
  const cases = [
    { agent: 'Ann', workspace: 'default', limit: 10, keys: ['plan', 'report'] },
    { agent: 'Ann', workspace: 'default', limit: 1, keys: ['plan'] },
    { agent: 'Bob', workspace: 'default', limit: 10, keys: ['plan for Bob', 'report for Bob'] },
    { agent: 'Ann', workspace: 'other', limit: 10, keys: ['other plan', 'other report'] },
  ]
  const answers = await together(60, async (index) => {
    const wanted = cases[index % cases.length] as (typeof cases)[number]
    const { agent, workspace, limit } = wanted
    const { body } = await as(agent, workspace).call('list_context', { limit })
    return { wanted, body }
  })
  for (const { wanted, body } of answers) {
    const keys = body.context_keys.map(({ key }: { key: string }) => key)
    expect(keys).toEqual(wanted.keys)
    expect(body.agent_name).toBe(wanted.agent)
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

/** Holds the locks of a statement until `release` is called or the test ends. */
async function holdLocks(databaseUrl: string, statement: string) {
  const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 1 })
  const trx = await db.startTransaction().execute()
  await sql.raw(statement).execute(trx)
  const release = async () => {
    if (!trx.isRolledBack) await trx.rollback().execute()
  }
  onTestFinished(async () => {
    await release()
    await close()
  })
  return release
}

const LOCKED = [
  {
    what: 'key',
    lock: `select from context_items for update`,
    blocked: ['push_context', { key: 'locked', value: 'new' }],
    free: ['push_context', { key: 'free', value: 'new' }],
  },
  {
    what: 'table',
    lock: `select from stack_tables where name = 'Locked' for update`,
    blocked: ['/v1/tables/Locked/tools/save_table_row', { document_id: 'a.pdf', vendor: 'new' }],
    free: ['/v1/tables/Free/tools/save_table_row', { document_id: 'a.pdf', vendor: 'new' }],
  },
] as const

test.each(LOCKED)('a locked $what delays only the calls that write to it', async (story) => {
  const { request, as, databaseUrl } = await startGateway()
  await as('Ann').call('push_context', { key: 'locked', value: 'old' })
  for (const name of ['Locked', 'Free']) {
    const table = { name, mode: 'custom', custom_columns: ['vendor'] }
    const body = { name, documents: [{ filename: 'a.pdf' }], table }
    await request('POST', '/v1/stacks', { body })
  }
  const call = async ([path, input]: (typeof LOCKED)[number]['free' | 'blocked']) => {
    const url = path.startsWith('/') ? path : `/v1/tools/${path}`
    return (await request('POST', url, { body: input })).status
  }
  const release = await holdLocks(databaseUrl, story.lock)
  let answered = 0
  // More than the pool has connections.
  const blocked = together(40, async () => {
    const status = await call(story.blocked)
    answered++
    return status
  })
  const free = await together(40, () => call(story.free))
  expect(free).toEqual(free.map(() => 200))
  expect(await call(story.free)).toBe(200)
  expect(answered).toBe(0)

  await release()
  expect(await blocked).toEqual(free.map(() => 200))
})

test('a locked table leaves connections for calls of other workspaces', async () => {
  const { request, as, databaseUrl } = await startGateway()
  const table = { name: 'Locked', mode: 'custom', custom_columns: ['vendor'] }
  const body = { name: 'Locked', documents: [{ filename: 'a.pdf' }], table }
  await request('POST', '/v1/stacks', { body })
  await request('POST', '/v1/workspaces', { body: { name: 'other' } })
  const update = (vendor: string) =>
    request('POST', '/v1/tables/Locked/tools/update_table_row', {
      body: { document_id: 'a.pdf', updates: { vendor } },
    })
  await request('POST', '/v1/tables/Locked/tools/save_table_row', {
    body: { document_id: 'a.pdf', vendor: 'old' },
  })
  const release = await holdLocks(databaseUrl, 'select from stack_tables for update')
  let answered = 0
  const blocked = together(40, async (index) => {
    const { status } = await update(`new ${index}`)
    answered++
    return status
  })
  const other = await together(20, (index) =>
    as('Ann', 'other').call('push_context', { key: `key ${index}`, value: 1, topics: ['news'] }),
  )
  expect(other.map(({ status }) => status)).toEqual(other.map(() => 200))
  expect((await as('Ann', 'other').call('list_context')).status).toBe(200)
  expect(answered).toBe(0)
  await release()
  expect(await blocked).toEqual(Array.from({ length: 40 }, () => 200))
})

test('a call that gives up waiting for a lock has no effect later', async () => {
  const { groups, counted } = counters({ timeoutSeconds: 1 })
  const { as, databaseUrl, services } = await startGateway({ groups, families: [] })
  const { pool } = services.database
  await pool.query(
    'create table counters as select n::text as name, 0 as count from generate_series(1, 2) n',
  )
  const release = await holdLocks(databaseUrl, `select from counters where name = '1' for update`)
  const blocked = await together(5, () => as('agent').call('count', { name: '1' }))
  expect(blocked.map(({ body }) => body.code)).toEqual(blocked.map(() => 'deadline_exceeded'))
  expect((await as('agent').call('count', { name: '2' })).status).toBe(200)
  await release()
  await as('agent').call('count', { name: '1' })
  expect(await counted(services.database.db)).toEqual({ 1: 1, 2: 1 })
})

/** A tool that counts in the table `counters`, in batches. */
function counters({ timeoutSeconds }: { timeoutSeconds: number }) {
  const add = async (db: Database, names: readonly string[]) => {
    for (const name of names)
      await sql`update counters set count = count + 1 where name = ${name}`.execute(db)
  }
  const kind: CallBatch<{ db: Database }, string> = {
    lockName: (name) => name,
    run: async (names, { db }) => {
      await add(db, names)
      return names.map(fulfilled)
    },
  }
  const count = toolsFor<{ db: Database }>()({
    name: 'count',
    description: 'Count one more.',
    effect: 'write',
    timeoutSeconds,
    input: Input({ name: Type.String({ description: 'The name of the counter.' }) }),
    output: Type.Unknown(),
    batch: { kind, itemOf: ({ name }: { name: string }) => name },
    handler: async ({ name }, { services }) => add(services.db, [name]),
  })
  const counted = async (db: Database) => {
    const { rows } = await sql<{ name: string; count: number }>`select * from counters`.execute(db)
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }
  return { groups: [{ name: 'counters', title: 'Counters', tools: [count] }], counted }
}

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
