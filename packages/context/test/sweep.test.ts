import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdTransaction, useStore, type Workspace } from './agents.ts'
import { Follower } from './follower.ts'

const store = useStore('test')
const DAY = 86_400

async function rowsOf({ id }: Workspace) {
  const count = async (
    table: 'context_items' | 'context_routes' | 'context_changes' | 'topics' | 'memberships',
  ) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where workspace_id = ${id}`.execute(store().db)
    return rows[0]?.count
  }
  return {
    items: await count('context_items'),
    routes: await count('context_routes'),
    changes: await count('context_changes'),
    topics: await count('topics'),
    memberships: await count('memberships'),
  }
}

test('an expired value is removed, and its version keeps counting', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await as('A').call('push_context', { key: 'k', value: 'v', ttl: 60 })
  await as('A').call('push_context', { key: 'stays', value: 'v', ttl_hours: 0 })
  clock.advance(60)
  expect((await store().sweep(workspace)).expired).toBe(1)
  expect((await store().sweep(workspace)).expired).toBe(0)
  const { rows } = await sql<{ value: string | null }>`
    select value from context_items where key = 'k' and workspace_id = ${workspace.id}
    union all
    select c.value from context_changes c join context_items i on i.id = c.item_id
    where i.key = 'k' and i.workspace_id = ${workspace.id}`.execute(store().db)
  expect(rows.every(({ value }) => value === null)).toBe(true)
  expect(await rowsOf(workspace)).toMatchObject({ routes: 1 })
  expect((await as('A').call('push_context', { key: 'k', value: 'v' })).version).toBe(3)
})

test('many expired values are removed in one sweep, while calls go on', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await as('A').call('push_context', { key: 'template', value: 'v', ttl: 60 })
  await sql`
    with made as (
      insert into context_items (workspace_id, key, key_hash, value, value_bytes, version, tick, audiences, generations, written_by, written_at, expires_at)
      select workspace_id, 'k' || i, sha256(('k' || i)::bytea), value, value_bytes, 1, tick, audiences, generations, written_by, written_at, expires_at
      from context_items, generate_series(1, 2000) i
      where workspace_id = ${workspace.id}
      returning *
    )
    insert into context_routes (item_id, tick, workspace_id, audience, sort_key, expires_at)
    select id, tick, workspace_id, 'all', key, expires_at from made`.execute(store().db)
  clock.advance(60)
  await Promise.all([
    store().sweep(workspace),
    store().sweep(workspace),
    ...Array.from({ length: 20 }, (_, i) =>
      as('A').call('push_context', { key: `k${i}`, value: 'new' }),
    ),
  ])
  expect(Object.keys(await as('B').sees())).toHaveLength(20)
  expect(await rowsOf(workspace)).toMatchObject({ routes: 20 })
})

test('a key that was deleted 30 days ago leaves no rows', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  await as('A').call('delete_context', { key: 'k' })
  await as('B').call('unsubscribe_from_topics', { topics: ['t'] })
  clock.advance(30 * DAY)
  await store().sweep(workspace)
  expect(await rowsOf(workspace)).toMatchObject({ items: 1, changes: 2 })
  clock.advance(1)
  expect((await store().sweep(workspace)).tombstonesRemoved).toBe(1)
  // A membership and its topic are deleted once they have been unused for a month.
  clock.advance(31 * DAY)
  await store().sweep(workspace)
  clock.advance(1 * DAY)
  await store().sweep(workspace)
  expect(await rowsOf(workspace)).toEqual({
    items: 0,
    routes: 0,
    changes: 0,
    topics: 0,
    memberships: 0,
  })
  expect((await as('A').call('push_context', { key: 'k', value: 'v' })).version).toBe(1)
})

test('values, topics and memberships in use stay, however old', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await as('B').call('subscribe_to_topics', { topics: ['t', 'u'] })
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'], ttl_hours: 0 })
  await as('B').call('unsubscribe_from_topics', { topics: ['t', 'u'] })
  await as('A').call('push_context', {
    key: 'both',
    value: 'v',
    topics: ['t', 'u'],
    subscribers: ['B'],
    ttl_hours: 0,
  })
  await as('A').call('delete_topic', { topic: 'u', confirm: true })
  for (let month = 0; month < 6; month++) {
    clock.advance(31 * DAY)
    await store().sweep(workspace)
  }
  expect(await as('B').sees()).toEqual({ k: 'v', both: 'v' })
  expect((await as('B').call('list_context')).context_keys).toMatchObject([
    { key: 'both', source: 'direct' },
    { key: 'k', source: 'topic:t' },
  ])
  expect((await as('B').call('read_changes')).changes).toHaveLength(2)
})

test.each([false, true])(
  'a topic without values is deleted though a route was left behind, closed: %s',
  async (isClosed) => {
    const workspace = await store().workspace()
    const { as, clock } = workspace
    const push = { key: 'k', value: 'v', ttl_hours: 0 }
    if (isClosed) await as('B').call('subscribe_to_topics', { topics: ['t'] })
    await as('A').call('push_context', push)
    const held = await holdTransaction(store(), workspace)
    await held.call('A', 'push_context', { ...push, topics: ['t'] })
    // Its snapshot does not see the route to the topic.
    const waiting = as('A').call('push_context', { ...push, subscribers: ['B'] })
    await held.isAwaited()
    await held.commit()
    await waiting
    if (isClosed) await as('A').call('delete_topic', { topic: 't', confirm: true })
    expect(await rowsOf(workspace)).toMatchObject({ routes: 2, topics: 1 })

    for (let month = 0; month < 4; month++) {
      clock.advance(31 * DAY)
      await as('A').call('push_context', { ...push, subscribers: ['B'] })
      await store().sweep(workspace)
    }
    const { rows } = await sql`select from closed_topics`.execute(store().db)
    expect(rows).toEqual([])
    expect(await rowsOf(workspace)).toMatchObject({ topics: 0 })
    expect(await as('B').sees()).toEqual({ k: 'v' })
  },
)

test('a replaced value stays in the history for 30 days after it was replaced', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  const versions = async () =>
    (await as('B').call('read_history', { key: 'k' })).versions.map(
      (entry: { version: number }) => entry.version,
    )
  await as('A').call('push_context', { key: 'k', value: '1', ttl_hours: 0 })
  clock.advance(60 * DAY)
  await as('A').call('push_context', { key: 'k', value: '2', ttl_hours: 0 })
  clock.advance(30 * DAY)
  await store().sweep(workspace)
  expect(await versions()).toEqual([2, 1])
  clock.advance(1)
  await store().sweep(workspace)
  expect(await versions()).toEqual([2])
})

test('a hundred versions of a key keep their values', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  for (let i = 1; i <= 150; i++) await as('A').call('push_context', { key: 'k', value: `${i}` })
  await store().sweep(workspace)
  const page = await as('B').call('read_history', { key: 'k', limit: 100 })
  expect(page.versions).toHaveLength(100)
  expect((await as('B').call('read_history', { key: 'k', before_version: 51 })).versions).toEqual(
    [],
  )
  // Only the first is kept: all of them had the same readers.
  expect(await rowsOf(workspace)).toMatchObject({ changes: 101 })
})

test('a reader that missed hundreds of versions still learns that a key is gone', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  const agents = ['Everyone', 'Member', 'Left']
  const followers = agents.map((agent) => new Follower(as(agent)))
  await as('Left').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['A'] })
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  await as('Member').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  for (const follower of followers) await follower.catchUp()
  await as('Left').call('unsubscribe_from_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: 'v' })
  await followers[0]?.catchUp()
  expect(followers.map(({ copy }) => copy.size)).toEqual([1, 1, 1])

  for (let i = 0; i < 120; i++) {
    const routing = i % 40 === 3 ? { topics: ['t'] } : { subscribers: ['M'] }
    await as('A').call('push_context', { key: 'k', value: 'v', ...routing })
  }
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['M'] })
  for (let i = 0; i < 110; i++)
    await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['M'] })
  await store().sweep(workspace)
  for (const follower of followers) {
    expect(await follower.catchUp()).toMatchObject([{ key: 'k', change: 'gone' }])
    expect(await follower.catchUp()).toEqual([])
  }
})

/** A snapshot is as old as the server's oldest transaction, which may belong to another test. */
async function othersEnded(): Promise<void> {
  const { db } = store()
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db)
  await expect
    .poll(
      async () => {
        const snapshot = await sql<{ isPast: boolean }>`
        select pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]?.now}::xid8 as "isPast"`.execute(
          db,
        )
        return snapshot.rows[0]?.isPast
      },
      { timeout: 50_000 },
    )
    .toBe(true)
}

test('a cursor older than the history is refused, a newer one works', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  const [old, recent] = [new Follower(as('B')), new Follower(as('B'))]
  await as('A').call('push_context', { key: 'k', value: 'v', ttl_hours: 0 })
  await old.catchUp()
  await as('A').call('delete_context', { key: 'k' })
  clock.advance(20 * DAY)
  await as('A').call('push_context', { key: 'x', value: 'v', ttl_hours: 0 })
  await othersEnded()
  await recent.catchUp()
  clock.advance(20 * DAY)
  await as('A').call('push_context', { key: 'y', value: 'v', ttl_hours: 0 })
  await store().sweep(workspace)

  const error = await as('B').fail('read_changes', { cursor: old.cursor })
  expect(error).toMatchObject({ status: 409, code: 'conflict' })
  expect(error.suggestion).toContain("without 'cursor'")
  expect(await recent.catchUp()).toMatchObject([{ key: 'y' }])
  const again = new Follower(as('B'))
  await again.catchUp(1)
  await again.expectExact()
})

test('changes of a restored database are reported, and its old cursors are refused', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  const follower = new Follower(as('B'))
  await as('A').call('push_context', { key: 'k', value: 'v' })
  await follower.catchUp()
  // A dump keeps the numbers of transactions, and the new cluster begins to count from the start.
  await sql`
    update context_changes set transaction = (transaction::text::bigint + 1000000000)::text::xid8
    where workspace_id = ${workspace.id}`.execute(store().db)
  expect((await as('B').call('read_changes')).changes).toMatchObject([{ key: 'k' }])
  expect((await store().sweep(workspace)).adopted).toBe(1)
  await as('A').call('push_context', { key: 'new', value: 'v' })
  expect((await as('B').call('read_changes')).changes).toMatchObject([{ key: 'k' }, { key: 'new' }])

  const [, ...rest] = JSON.parse(Buffer.from(follower.cursor ?? '', 'base64url').toString())
  const foreign = Buffer.from(JSON.stringify(['42', ...rest])).toString('base64url')
  expect((await as('B').fail('read_changes', { cursor: foreign })).code).toBe('conflict')
})

test('concurrent sweeps do no harm', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  for (let i = 0; i < 20; i++) {
    await as('A').call('push_context', { key: `k${i}`, value: 'v', topics: ['t'], ttl: 10 })
  }
  clock.advance(40 * DAY)
  await Promise.all(Array.from({ length: 8 }, () => store().sweep(workspace)))
  clock.advance(40 * DAY)
  await Promise.all(Array.from({ length: 8 }, () => store().sweep(workspace)))
  expect(await rowsOf(workspace)).toMatchObject({ items: 0, routes: 0, changes: 0 })
  expect((await as('A').call('discover_topics')).total_topics).toBe(1)
})
