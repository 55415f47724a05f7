import { inTransaction, openDatabase } from '@quartermaster/db'
import { catalog, readConfig } from '@quartermaster/gateway'
import Fastify from 'fastify'
import { compare, printTable, type Row, type Timing, throughput } from './measure.ts'
import type { System } from './system.ts'

const WORKSPACE = 'stacks'
const ROWS = { saves: 0, bulk: 100_000, small: 1000, large: 1_000_000 }

type Stack = {
  readonly workspaceId: string
  /** Some of the documents. */
  readonly documents: readonly string[]
  readonly tables: Record<keyof typeof ROWS, string>
}

/** What rows cost beside the barest statements that do the same, and on much beside on little. */
export async function benchStacks(system: System): Promise<void> {
  console.log('\nseeding tables of 1,000, of 100,000 and of 1,000,000 rows …')
  const stack = await seed(system)
  await benchSaves(system, stack)
  await benchBulk(system, stack)
  await benchPages(system, stack)
}

// A table's tools have a path of their own, beside /v1/tools.
const onTable = ({ call }: System, table: string, tool: string, input: object) =>
  call(WORKSPACE, 'clerk', `../tables/${table}/tools/${tool}`, input)

const UPSERT = `
  insert into bare_rows as r (table_id, document_id, cells, version, updated_at)
  values ($1, $2, $3, 1, now())
  on conflict (table_id, document_id) do update
    set cells = excluded.cells, version = r.version + 1, updated_at = excluded.updated_at
  returning document_id, version`

async function benchSaves(system: System, { documents, workspaceId, tables }: Stack) {
  const { db } = system.services.database
  const { pool, close } = openDatabase({
    url: system.databaseUrl,
    maxConnections: readConfig({}).databaseConnections,
  })
  const saveBare = async (document: unknown, cells: unknown) => {
    const values = [tables.saves, document, cells]
    return (await pool.query({ name: 'upsert', text: UPSERT, values })).rows[0]
  }
  const bare = Fastify()
  bare.post('/rows', async (request) => {
    const { document_id, cells } = request.body as { document_id: string; cells: object }
    return saveBare(document_id, cells)
  })
  const url = await bare.listen({ host: '127.0.0.1', port: 0 })

  const documentOf = (index: number) => documents[index % documents.length]
  const cellsOf = (index: number) => ({ c1: { v: `Vendor ${index}`, c: 0.9 }, c2: { v: index } })
  const rowOf = (index: number) => ({
    document_id: documentOf(index),
    vendor: `Vendor ${index}`,
    amount: String(index),
    confidence_scores: { vendor: 0.9 },
  })
  const save = await saveWithoutHttp(system, workspaceId, tables.saves)

  const perSecond = await inTurns({
    pg: (index) => saveBare(documentOf(index), cellsOf(index)),
    statement: (index) => save(rowOf(index), db),
    transaction: (index) => inTransaction(db, 30_000, (trx) => save(rowOf(index), trx)),
    bare: (index) =>
      fetch(`${url}/rows`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ document_id: documentOf(index), cells: cellsOf(index) }),
      }).then((response) => response.json()),
    gateway: (index) => onTable(system, tables.saves, 'save_table_row', rowOf(index)),
  })
  await bare.close()
  await close()
  const { pg, statement, transaction, bare: fastify, gateway } = perSecond
  printTable(
    'Stacks: one row saved, 32 at once',
    ['way', 'saves per second', 'share'],
    [
      ['pg: INSERT … ON CONFLICT, no history', pg, 1],
      ['save_table_row’s statement, with its history', statement, statement / pg],
      ['… in the transaction of a call', transaction, transaction / pg],
      ['Fastify + pg: INSERT … ON CONFLICT by HTTP', fastify, 1],
      ['Quartermaster save_table_row by HTTP', gateway, gateway / fastify],
    ],
  )
}

/** The tool as the gateway makes it for this table, called in the same process. */
async function saveWithoutHttp({ services }: System, workspaceId: string, table: string) {
  const caller = {
    ...{ workspaceId, workspace: WORKSPACE, agent: 'clerk', keyId: '', isRoot: true },
    access: { rules: [], paths: null },
  }
  const { forTools } = services
  const family = catalog.families.find(({ binding }) => binding === 'table')
  const tools = (await family?.find(table, { caller, services: forTools })) ?? []
  const tool = tools.find(({ name }) => name === 'save_table_row')
  if (tool === undefined) throw new Error('The table has no save_table_row')
  const call = {
    ...{ caller, requestId: '', metadata: {}, signal: new AbortController().signal },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  }
  return (input: object, db: typeof forTools.db) =>
    tool.handler(input, { ...call, now: services.clock(), services: { ...forTools, db } })
}

/** Calls per second, measured in turns, of which the first only warms up. */
async function inTurns<Name extends string>(
  contestants: Record<Name, (index: number) => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries(contestants) as [Name, (index: number) => Promise<unknown>][]
  const sums = new Map<Name, number>()
  for (let turn = 0; turn < 3; turn++) {
    for (const [name, call] of entries) {
      const perSecond = await throughput(call, { calls: 2000 })
      if (turn > 0) sums.set(name, (sums.get(name) ?? 0) + perSecond / 2)
    }
  }
  return Object.fromEntries(sums) as Record<Name, number>
}

const BULK_UPDATE = `
  update bare_rows
  set cells = cells || jsonb_build_object('c1', jsonb_build_object('v', $3::text)),
    version = version + 1, updated_at = now()
  where table_id = $1 and cells -> 'c1' ->> 'v' = $2`

const BULK_WITH_HISTORY = `
  with changed as (
    ${BULK_UPDATE} returning document_id, version, old.cells as before, new.cells as after
  )
  insert into bare_history (document_id, version, before, after)
  select document_id, version, before, after from changed`

async function benchBulk(system: System, { tables }: Stack): Promise<void> {
  const { pool } = system.services.database
  const names = ['Acme Corp', 'Acme Inc']
  const wordsOf = (round: number) => (round % 2 === 0 ? names : names.toReversed())
  const update = (text: string, table: string) => async (round: number) => {
    const { rowCount } = await pool.query(text, [table, ...wordsOf(round)])
    if (rowCount !== ROWS.bulk) throw new Error(`${rowCount} rows were changed`)
  }
  const bulkUpdate = (round: number) => {
    const [match_value, new_value] = wordsOf(round)
    const input = { column: 'vendor', match_value, new_value, expected_rows: ROWS.bulk }
    return onTable(system, tables.bulk, 'bulk_update_rows', input)
  }
  const { bare, recorded, ours } = await compare(
    {
      bare: update(BULK_UPDATE, tables.bulk),
      recorded: update(BULK_WITH_HISTORY, tables.small),
      ours: bulkUpdate,
    },
    { rounds: 4, warmUp: 1 },
  )
  for (const sort_by of ['vendor', 'amount']) {
    await onTable(system, tables.bulk, 'read_rows', { sort_by, limit: 1 })
  }
  const { ordered } = await compare(
    { ordered: (round) => bulkUpdate(round + 1) },
    { rounds: 4, warmUp: 1 },
  )
  const row = (name: string, { median }: Timing): Row => [name, median, median / bare.median]
  printTable(
    'Stacks: 100,000 rows changed at once (median)',
    ['way', 'ms', 'ratio'],
    [
      row('pg: UPDATE, no history', bare),
      row('pg: UPDATE that also inserts the old and the new cells', recorded),
      row('Quartermaster bulk_update_rows by HTTP, which can be undone', ours),
      row('… of a table that has been sorted by two columns, this one among them', ordered),
    ],
  )
}

async function benchPages(system: System, { tables }: Stack): Promise<void> {
  const both = async (
    name: string,
    inputOf: (table: 'small' | 'large') => object,
    rounds: number,
  ) => {
    const read = (table: 'small' | 'large') => () =>
      onTable(system, tables[table], 'read_rows', inputOf(table))
    const { small, large } = await compare(
      { small: read('small'), large: read('large') },
      { rounds, warmUp: Math.ceil(rounds / 10) },
    )
    return [name, small.median, large.median, large.median / small.median] as const
  }
  const middle = {
    small: await cursorInTheMiddle(system, tables.small, ROWS.small),
    large: await cursorInTheMiddle(system, tables.large, ROWS.large),
  }
  const one = [{ column: 'vendor', value: 'Vendor 7' }]
  const rare = [{ column: 'vendor', value: 'Rare Ltd' }]
  const largest = { sort_by: 'amount', descending: true }
  // The first call for a column or a count takes its time on the large table: it is the warm-up.
  printTable(
    'Stacks: read_rows, 50 rows by HTTP (median ms)',
    ['page', '1,000 rows', '1,000,000 rows', 'ratio'],
    [
      await both('the first', () => ({}), 200),
      await both('from the middle on', (table) => ({ cursor: middle[table] }), 200),
      await both('of one vendor in ten', () => ({ filters: one }), 200),
      await both('of a vendor that one row has', () => ({ filters: rare }), 200),
      await both('the first, with the count of all', () => ({ count: true }), 200),
      await both('the largest by a column', () => largest, 200),
      await both(
        'by a column, from the middle on',
        (table) => ({
          ...largest,
          cursor: cursorOf('0', '0', String(ROWS[table] / 2), '', 'c2 desc'),
        }),
        200,
      ),
      await both('the largest of one vendor in ten', () => ({ ...largest, filters: one }), 200),
    ],
  )
}

/** As read_rows would have given it, without reading half the table for it. */
async function cursorInTheMiddle({ services }: System, table: string, rows: number) {
  const found = await services.database.pool.query(
    'select position from stack_table_rows where table_id = $1 order by position offset $2 limit 1',
    [table, rows / 2],
  )
  return cursorOf(String(found.rows[0].position), '0', '0', '', '')
}

/** A position, what the row there is sorted by, and in which order. */
const cursorOf = (...place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Rows as saves would have made them, but for the history of each. */
async function seed({ services, call }: System): Promise<Stack> {
  const { pool } = services.database
  const workspace = await pool.query('insert into workspaces (name) values ($1) returning id', [
    WORKSPACE,
  ])
  const workspaceId: string = workspace.rows[0].id
  const { id: stack } = await call(WORKSPACE, 'clerk', '../stacks', { name: 'Invoices' })
  const custom_columns = [{ name: 'vendor' }, { name: 'amount', type: 'number' }]
  const tables: Record<string, string> = {}
  for (const name of Object.keys(ROWS)) {
    const input = { name, mode: 'custom', custom_columns }
    const { id } = await call(WORKSPACE, 'clerk', `../stacks/${stack}/tables`, input)
    tables[name] = String(id)
  }

  const client = await pool.connect()
  try {
    await client.query(
      'set statement_timeout = 0; alter table stack_table_rows disable trigger user',
    )
    await client.query({ text: SEED_DOCUMENTS, values: [workspaceId, ROWS.large] })
    for (const [name, rows] of Object.entries(ROWS)) {
      await client.query({ text: SEED_ROWS, values: [tables[name], workspaceId, rows, name] })
    }
    await client.query(BARE_TABLES)
    for (const table of [tables.bulk, tables.small]) {
      await client.query({ text: SEED_BARE_ROWS, values: [tables.bulk, table] })
    }
    await client.query('alter table stack_table_rows enable trigger user')
    await client.query('vacuum analyze documents, stack_table_rows, bare_rows')
  } finally {
    client.release(true)
  }
  const { rows } = await pool.query({ text: SEED_PLACES, values: [stack, workspaceId, ROWS.small] })
  return {
    workspaceId,
    documents: rows.map((row) => row.document_id),
    tables: tables as Stack['tables'],
  }
}

const SEED_DOCUMENTS = `
  insert into documents (workspace_id, filename, created_at, updated_at)
  select $1, 'invoice ' || n || '.pdf', now(), now() from generate_series(1, $2::int) n`

const SEED_ROWS = `
  insert into stack_table_rows
    (table_id, document_id, workspace_id, cells, version, change_id, state, updated_at)
  select $1, d.id, $2, jsonb_build_object(
      'c1', jsonb_build_object('v',
        case when $4::text = 'bulk' then 'Acme Corp' when n = $3::int - 3 then 'Rare Ltd'
          else 'Vendor ' || n % 10 end, 'c', 0.9),
      'c2', jsonb_build_object('v', n)),
    1, 0, 0, now()
  from (
    select id, row_number() over () as n from documents where workspace_id = $2 limit $3::int
  ) d`

const SEED_PLACES = `
  insert into stack_documents (stack_id, document_id, workspace_id, added_at)
  select $1, id, $2, now() from documents where workspace_id = $2 limit $3::int
  returning document_id`

const BARE_TABLES = `
  create table bare_rows (
    table_id    uuid,
    document_id uuid,
    cells       jsonb not null,
    version     bigint not null,
    updated_at  timestamptz not null,
    primary key (table_id, document_id)
  );
  create table bare_history (document_id uuid, version bigint, before jsonb, after jsonb)`

const SEED_BARE_ROWS = `
  insert into bare_rows (table_id, document_id, cells, version, updated_at)
  select $2, document_id, cells, version, updated_at from stack_table_rows where table_id = $1`
