import type { OpenDatabase } from '@quartermaster/db'
import { compare, printTable, type Row, throughput } from './measure.ts'
import type { System } from './system.ts'

const KEYS = { small: 100, large: 1_000_000 }
const SUBSCRIBERS = 10_000

/** Costs must not grow with what a call does not touch: each row is one call on two sizes. */
export async function benchContext(system: System): Promise<void> {
  console.log('\nseeding a workspace of 100 and one of 1,000,000 keys …')
  for (const [workspace, keys] of Object.entries(KEYS)) await seed(system, workspace, keys)

  const { call } = system
  const push = (workspace: string, more: object) => (round: number) =>
    call(workspace, 'writer', 'push_context', { key: `bench ${round}`, value: '{"a":1}', ...more })
  const read = (workspace: string, tool: string, input: object) => () =>
    call(workspace, 'reader', tool, input)

  const rows: Row[] = []
  const add = (
    name: string,
    small: string,
    large: string,
    timings: Record<'small' | 'large', { median: number }>,
  ) =>
    rows.push([
      name,
      small,
      large,
      timings.small.median,
      timings.large.median,
      timings.large.median / timings.small.median,
    ])

  add(
    'push, global',
    '100 keys',
    '1,000,000 keys',
    await compare({ small: push('small', {}), large: push('large', {}) }),
  )
  add(
    'push to a topic',
    '1 subscriber',
    '10,000 subscribers',
    await compare({
      small: push('large', { topics: ['few'] }),
      large: push('large', { topics: ['many'] }),
    }),
  )
  add(
    'get one key',
    '100 keys',
    '1,000,000 keys',
    await compare({
      small: read('small', 'get_context', { keys: ['key 7'] }),
      large: read('large', 'get_context', { keys: ['key 7'] }),
    }),
  )
  add(
    'list 10 of them by prefix',
    '100 keys',
    '1,000,000 keys',
    await compare({
      small: read('small', 'list_context', { pattern: 'pick*' }),
      large: read('large', 'list_context', { pattern: 'pick*' }),
    }),
  )
  const own = (workspace: string) => () =>
    call(workspace, 'hermit', 'list_context', { pattern: 'mine*' })
  add(
    'list 10 direct ones',
    '100 keys',
    '1,000,000 keys',
    await compare({ small: own('small'), large: own('large') }),
  )
  add(
    'subscribe',
    '1 subscriber',
    '10,000 subscribers',
    await compare(
      {
        small: (round) => call('large', `s${round}`, 'subscribe_to_topics', { topics: ['few'] }),
        large: (round) => call('large', `l${round}`, 'subscribe_to_topics', { topics: ['many'] }),
      },
      { rounds: 50, warmUp: 5 },
    ),
  )
  printTable(
    'Context: the same call on little and on much (median ms)',
    ['call', 'little', 'much', 'ms', 'ms', 'ratio'],
    rows,
  )

  const perSecond = {
    push_context: await throughput((index) =>
      call('large', 'writer', 'push_context', { key: `t ${index}`, value: '1' }),
    ),
    'get_context, one key': await throughput((index) =>
      call('large', 'reader', 'get_context', { keys: [`key ${index}`] }),
    ),
  }
  printTable(
    'Context: calls per second, 32 at once',
    ['call', 'per second'],
    Object.entries(perSecond),
  )
}

/** Rows as pushes would have made them, written by the thousand. */
async function seed({ services, call }: System, workspace: string, keys: number): Promise<void> {
  const { pool } = services.database
  const { rows } = await pool.query('insert into workspaces (name) values ($1) returning id', [
    workspace,
  ])
  const id = rows[0].id
  await unhurried(pool, {
    text: `
    with made as (
      insert into context_items (workspace_id, key, key_hash, value, value_bytes, version, pushed,
        audiences, channels, written_by, written_at, words)
      select $1, 'key ' || n, sha256(convert_to('key ' || n, 'UTF8')), '{"n":1}', 7, 1, n,
        array['all'], '{}', 'seed', now(), to_tsvector('simple', 'key ' || n)
      from generate_series(1, $2::int) n
      returning id, key, pushed, workspace_id
    )
    insert into context_routes (item_id, pushed, workspace_id, audience, sort_key)
    select id, pushed, workspace_id, 'all', key from made`,
    values: [id, keys],
  })
  for (let n = 0; n < 10; n++) {
    await call(workspace, 'writer', 'push_context', {
      key: `mine ${n}`,
      value: '1',
      subscribers: ['hermit'],
    })
    await call(workspace, 'writer', 'push_context', { key: `pick ${n}`, value: '1' })
  }
  for (const [topic, count] of [
    ['few', 1],
    ['many', SUBSCRIBERS],
  ] as const) {
    await call(workspace, 'first', 'subscribe_to_topics', { topics: [topic] })
    await pool.query({
      text: `
      insert into memberships (workspace_id, channel, agent, agent_hash, joined)
      select $1, t.channel, 'agent ' || n, sha256(convert_to('agent ' || n, 'UTF8')), 0
      from topics t, generate_series(2, $3::int) n where t.workspace_id = $1 and t.name = $2`,
      values: [id, topic, count],
    })
    await pool.query('update topics set subscribers = $3 where workspace_id = $1 and name = $2', [
      id,
      topic,
      count,
    ])
  }
  await pool.query('select setval($1, $2)', ['context_clock', keys + 1000])
  await unhurried(pool, { text: 'vacuum analyze' })
}

/** A million rows may take longer than any call is given. */
async function unhurried(
  pool: OpenDatabase['pool'],
  statement: { text: string; values?: unknown[] },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(statement)
  } finally {
    client.release(true)
  }
}
