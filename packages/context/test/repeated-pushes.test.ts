import { hash } from 'node:crypto'
import { inTransaction } from '@quartermaster/db'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { restoreVersion } from '../src/index.ts'
import { preparePush } from '../src/push/prepare-push.ts'
import { pushItem } from '../src/queries/items/push-item.ts'
import { pushItemsBatch } from '../src/queries/items/push-items-batch.ts'
import { readerOf } from '../src/reader.ts'
import {
  callerOf,
  holdTransaction,
  isWaiting,
  keysOf,
  run,
  useStore,
  type Workspace,
} from './agents.ts'

const store = useStore('test')

type Push = { value?: string; subscribers?: string[]; topics?: string[]; ttl?: number }

const push = ({ as }: Workspace, { value = 'v', ...rest }: Push = {}) =>
  as('A').call('push_context', { key: 'k', value, ...rest })

/** How often each agent finds the key in list_context. Checks that get_context agrees. */
async function listedFor({ as }: Workspace, agents: readonly string[]) {
  const counts: Record<string, number> = {}
  for (const agent of agents) {
    const keys = keysOf(await as(agent).call('list_context'))
    expect(Object.keys(await as(agent).sees())).toEqual([...new Set(keys)])
    counts[agent] = keys.filter((key) => key === 'k').length
  }
  return counts
}

const routes = async () =>
  (await sql`select xmin, ctid, audience from context_routes order by audience`.execute(store().db))
    .rows

test('readers follow the routing from everyone to named agents and back', async () => {
  const workspace = await store().workspace()
  const steps: [Push, Record<string, number>][] = [
    [{}, { B: 1, C: 1, D: 1 }],
    [{}, { B: 1, C: 1, D: 1 }],
    [{ subscribers: ['B', 'C'] }, { B: 1, C: 1, D: 0 }],
    [{ subscribers: ['B', 'C'] }, { B: 1, C: 1, D: 0 }],
    [{ subscribers: ['C'] }, { B: 0, C: 1, D: 0 }],
    [{ topics: ['t'] }, { B: 0, C: 0, D: 1 }],
    [
      { topics: ['t'], subscribers: ['B'] },
      { B: 1, C: 0, D: 1 },
    ],
    [{ subscribers: ['B'] }, { B: 1, C: 0, D: 0 }],
    [{}, { B: 1, C: 1, D: 1 }],
  ]
  await workspace.as('D').call('subscribe_to_topics', { topics: ['t'] })
  for (const [routing, readers] of steps) {
    await push(workspace, routing)
    expect(await listedFor(workspace, ['B', 'C', 'D']), JSON.stringify(routing)).toEqual(readers)
  }
})

test('a repeated push to a topic reaches those who are subscribed by then', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await push(workspace, { topics: ['t'] })
  await as('B').call('unsubscribe_from_topics', { topics: ['t'] })
  await as('C').call('subscribe_to_topics', { topics: ['t'] })
  expect(await listedFor(workspace, ['B', 'C'])).toEqual({ B: 1, C: 0 })
  await push(workspace, { topics: ['t'] })
  expect(await listedFor(workspace, ['B', 'C'])).toEqual({ B: 0, C: 1 })
})

test('each of many pushes to a topic names those who are subscribed by then', async () => {
  const workspace = await store().workspace()
  const { as, id } = workspace
  const subscribe = (agent: string) => as(agent).call('subscribe_to_topics', { topics: ['t'] })
  const named = async () => {
    const first = await push(workspace, { topics: ['t', 'u'] })
    const again = await push(workspace, { topics: ['t', 'u'] })
    expect(again.subscribers_notified).toEqual(first.subscribers_notified)
    return again.subscribers_notified
  }
  expect(await named()).toEqual([])
  await workspace.register('C')
  for (const agent of ['C', 'B']) await subscribe(agent)
  expect(await named()).toEqual(['B', 'C'])
  await as('A').call('subscribe_to_topics', { topics: ['u'] })
  expect(await named()).toEqual(['B', 'C', 'A'])
  await as('B').call('unsubscribe_from_topics', { topics: ['t'] })
  expect(await named()).toEqual(['C', 'A'])
  await sql`delete from agents where workspace_id = ${id} and name = 'C'`.execute(store().db)
  expect(await named()).toEqual(['A'])
  await as('A').call('delete_topic', { topic: 'u', confirm: true })
  await subscribe('B')
  expect(await named()).toEqual(['B'])
})

test('a route that concurrent pushes left behind shows nothing, and nothing twice', async () => {
  const workspace = await store().workspace()
  await push(workspace)
  const held = await holdTransaction(store(), workspace)
  await held.call('A', 'push_context', { key: 'k', value: 'v', subscribers: ['B'] })
  // Its snapshot does not see the route of the push that it waits for.
  const waiting = push(workspace, { value: 'secret', subscribers: ['C'] })
  await isWaiting(store())
  await held.commit()
  await waiting
  expect((await routes()).length).toBeGreaterThan(1)
  expect(await listedFor(workspace, ['B', 'C', 'D'])).toEqual({ B: 0, C: 1, D: 0 })

  await push(workspace, { value: 'secret', subscribers: ['C'] })
  expect(await listedFor(workspace, ['B', 'C', 'D'])).toEqual({ B: 0, C: 1, D: 0 })
  await push(workspace, { subscribers: ['B', 'C'] })
  expect(await listedFor(workspace, ['B', 'C', 'D'])).toEqual({ B: 1, C: 1, D: 0 })
  expect(await routes()).toHaveLength(2)
})

test('a restored version and pushes after it have the right readers', async () => {
  const workspace = await store().workspace()
  const { id, clock } = workspace
  const restore = (version: number) =>
    inTransaction(store().db, 15_000, (trx) =>
      restoreVersion(trx, { ...callerOf(id, 'A'), isRoot: true }, clock.now, {
        key: 'k',
        version,
        ifVersion: undefined,
      }),
    )
  await push(workspace, { value: '1' })
  await push(workspace, { value: '2' })
  await push(workspace, { value: '3', subscribers: ['B'] })
  await restore(1)
  expect(await listedFor(workspace, ['B', 'C'])).toEqual({ B: 1, C: 1 })
  await push(workspace, { value: '5' })
  expect(await listedFor(workspace, ['B', 'C'])).toEqual({ B: 1, C: 1 })
  await restore(3)
  expect(await listedFor(workspace, ['B', 'C'])).toEqual({ B: 1, C: 0 })
  await push(workspace, { value: '7', subscribers: ['B'] })
  await restore(2)
  expect(await listedFor(workspace, ['B', 'C'])).toEqual({ B: 1, C: 1 })
})

test('a key that is deleted and pushed again is listed once', async () => {
  const workspace = await store().workspace()
  await push(workspace)
  await workspace.as('A').call('delete_context', { key: 'k' })
  expect(await listedFor(workspace, ['B'])).toEqual({ B: 0 })
  await push(workspace)
  expect(await listedFor(workspace, ['B'])).toEqual({ B: 1 })
})

/** Words that differ: an index entry so large that PostgreSQL compresses it or moves it out of the row. */
const manyWords = () =>
  Array.from({ length: 400 }, (_, index) => hash('sha256', `${index}`).slice(0, 8)).join(' ')

test.each([
  ['alone', { n: 1 }],
  ['in a batch', { n: 1 }],
  ['of 3 KB alone', manyWords()],
  ['of 3 KB in a batch', manyWords()],
])('a repeated push %s writes to no index', async (how, value) => {
  const workspace = await store().workspace()
  const writer = readerOf(callerOf(workspace.id, 'A'))
  const repeat = (seconds: number) => {
    workspace.clock.advance(seconds)
    const { now } = workspace.clock
    const input = { key: 'k', value, subscribers: ['B', 'C'], ttl: 60 }
    const request = { writer, now, push: preparePush(input, now) }
    return inTransaction(store().db, 10_000, async (trx) => {
      await (how.endsWith('alone')
        ? pushItem(trx, writer, now, request.push)
        : pushItemsBatch(trx, [request]))
      // PostgreSQL counts the updates of a connection since it last reported them.
      const { rows } = await sql<{ updated: boolean; indexed: boolean }>`
        select pg_stat_get_xact_tuples_updated(oid) > 0 as updated,
          pg_stat_get_xact_tuples_updated(oid) > pg_stat_get_xact_tuples_hot_updated(oid) as indexed
        from pg_class where relname = 'context_items'`.execute(trx)
      return rows[0]
    })
  }
  await repeat(0)
  const before = await routes()
  expect(await repeat(1)).toEqual({ updated: true, indexed: false })
  expect(await repeat(1)).toEqual({ updated: true, indexed: false })
  expect(await routes()).toEqual(before)
})

test.each([
  ['a later', 300],
  ['an earlier', 20],
  ['the same', 60],
])('a key that is pushed again with %s expiry expires then', async (_, ttl) => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await push(workspace, { ttl: 60 })
  await push(workspace, { ttl })
  clock.advance(ttl - 1)
  expect((await store().sweep(workspace)).expired).toBe(0)
  expect(await as('B').sees()).toEqual({ k: 'v' })
  expect(await listedFor(workspace, ['B'])).toEqual({ B: 1 })
  clock.advance(1)
  expect(await listedFor(workspace, ['B'])).toEqual({ B: 0 })
  expect((await as('B').call('read_changes')).changes).toEqual([])
  expect((await store().sweep(workspace)).expired).toBe(1)
  expect((await store().sweep(workspace)).expired).toBe(0)
  expect(await routes()).toEqual([])
})

test('a key that is pushed again without expiry stays, and expires if it gets one later', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await push(workspace, { ttl: 60 })
  await push(workspace, { ttl: 0 })
  clock.advance(3600)
  expect((await store().sweep(workspace)).expired).toBe(0)
  expect(await as('B').sees()).toEqual({ k: 'v' })
  const { cursor } = await as('B').call('read_changes')
  await push(workspace, { ttl: 60 })
  clock.advance(60)
  expect((await store().sweep(workspace)).expired).toBe(1)
  expect((await as('B').call('read_changes', { cursor })).changes).toMatchObject([
    { key: 'k', change: 'gone' },
  ])
})

test('a key that was deleted and pushed again outlives its tombstone', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await push(workspace, { ttl: 0 })
  await as('A').call('delete_context', { key: 'k' })
  await push(workspace, { ttl: 0 })
  clock.advance(31 * 86_400)
  expect(await store().sweep(workspace)).toMatchObject({ expired: 0, tombstonesRemoved: 0 })
  expect(await as('B').sees()).toEqual({ k: 'v' })
  await as('A').call('delete_context', { key: 'k' })
  clock.advance(30 * 86_400)
  expect((await store().sweep(workspace)).tombstonesRemoved).toBe(0)
  clock.advance(1)
  expect((await store().sweep(workspace)).tombstonesRemoved).toBe(1)
})

test('a page is full though many keys before it have just expired', async () => {
  const { as, clock } = await store().workspace()
  const keys = (from: string) => Array.from({ length: 8 }, (_, index) => `${from}${index}`)
  for (const key of keys('a')) await as('A').call('push_context', { key, value: 'v', ttl: 60 })
  for (const key of keys('b')) await as('A').call('push_context', { key, value: 'v' })
  clock.advance(60)
  for (const input of [{ limit: 5 }, { limit: 5, pattern: '*' }]) {
    const page = await as('B').call('list_context', input)
    expect(keysOf(page)).toEqual(keys('b').slice(0, 5))
    const rest = await as('B').call('list_context', { ...input, cursor: page.next_cursor })
    expect(keysOf(rest)).toEqual(keys('b').slice(5))
    expect(rest).not.toHaveProperty('next_cursor')
  }
})

/** The changes that gateways before migration 0038 make to an item; they do not know `check_at`. */
async function pushAsBefore(workspace: Workspace, ttl: number): Promise<void> {
  const expiry = new Date(workspace.clock.now.getTime() + ttl * 1000)
  await sql`
    with saved as (
      update context_items set
        value = '"earlier"', version = version + 1, tick = nextval('context_clock'),
        audiences = '{all}', generations = '{}', expires_at = ${expiry}
      where workspace_id = ${workspace.id} and key = 'k'
      returning *
    ),
    cleared as (
      delete from context_routes route using saved
      where route.item_id = saved.id and route.tick <> saved.tick
    )
    insert into context_routes (item_id, tick, workspace_id, audience, sort_key, expires_at)
    select id, tick, workspace_id, 'all', key, expires_at from saved`.execute(store().db)
}

test('while gateways are being upgraded, keys of both versions are listed and expire', async () => {
  const workspace = await store().workspace()
  const { clock } = workspace
  await push(workspace, { ttl: 0 })
  await pushAsBefore(workspace, 60)
  expect(await listedFor(workspace, ['B'])).toEqual({ B: 1 })
  clock.advance(60)
  expect(await listedFor(workspace, ['B'])).toEqual({ B: 0 })
  expect((await store().sweep(workspace)).expired).toBe(1)

  await push(workspace, { ttl: 3600 })
  await pushAsBefore(workspace, 60)
  await push(workspace, { ttl: 3600 })
  clock.advance(60)
  expect((await store().sweep(workspace)).expired).toBe(0)
  expect(await listedFor(workspace, ['B'])).toEqual({ B: 1 })
  // The earlier version lists what has a route that has not expired.
  const { rows } = await sql`
    select from context_routes route
    join context_items item on item.id = route.item_id and item.tick = route.tick
    where route.expires_at is null or route.expires_at > ${clock.now}`.execute(store().db)
  expect(rows).toHaveLength(1)
})

test('a tombstone of an earlier version is removed after 30 days', async () => {
  const workspace = await store().workspace()
  const { clock } = workspace
  await push(workspace, { ttl: 0 })
  await sql`
    update context_items set value = null, value_bytes = 0, written_at = ${clock.now}
    where workspace_id = ${workspace.id}`.execute(store().db)
  expect((await store().sweep(workspace)).tombstonesRemoved).toBe(0)
  clock.advance(30 * 86_400 + 1)
  expect((await store().sweep(workspace)).tombstonesRemoved).toBe(1)
})

test('a key that an earlier version deletes long before it expires is removed after 30 days', async () => {
  const workspace = await store().workspace()
  const { clock } = workspace
  await push(workspace, { ttl: 365 * 86_400 })
  await sql`
    update context_items set value = null, value_bytes = 0, expires_at = null, written_at = ${clock.now}
    where workspace_id = ${workspace.id}`.execute(store().db)
  expect((await store().sweep(workspace)).tombstonesRemoved).toBe(0)
  clock.advance(30 * 86_400 + 1)
  expect((await store().sweep(workspace)).tombstonesRemoved).toBe(1)
})

test('concurrent pushes that change and repeat the routing end with that of the last', async () => {
  const workspace = await store().workspace()
  const { id, clock } = workspace
  const groups = [undefined, ['B'], ['B', 'C'], ['C']]
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const subscribers = groups[index % 7]
      const input = { key: 'k', value: 'v', ...(subscribers && { subscribers }) }
      return run(store().db, 'push_context', input, { caller: callerOf(id, 'A'), now: clock.now })
    }),
  )
  const { rows } = await sql<{ readers: number; routed: number }>`
    select cardinality(audiences) as readers, (
      select count(*) from context_routes where item_id = item.id and tick = item.tick
    ) as routed
    from context_items item`.execute(store().db)
  expect(rows[0]?.routed).toBe(rows[0]?.readers)
  const { D: isGlobal, ...named } = await listedFor(workspace, ['B', 'C', 'D'])
  expect((named.B ?? 0) + (named.C ?? 0)).toBe(isGlobal ? 2 : rows[0]?.readers)
})
