import { setTimeout as sleep } from 'node:timers/promises'
import { type SeededRandom, seededRandom } from '@quartermaster/testing'
import { ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callerOf, holdTransaction, inLockOrder, run, useStore, type Workspace } from './agents.ts'
import { Follower } from './follower.ts'

const store = useStore()

const some = <T>(list: readonly T[], { next }: SeededRandom): T[] => list.filter(() => next() < 0.4)

const times = <T>(number: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: number }, (_, index) => work(index)))

test('S64 of fifty concurrent pushes one wins, with its own value and reader', async () => {
  const { as } = await store().workspace()
  await times(50, (i) =>
    as('A').call('push_context', { key: 'k', value: `${i}`, subscribers: [`R${i}`] }),
  )
  const seen = await times(50, async (i) => [i, await as(`R${i}`).sees()] as const)
  const readers = seen.filter(([, context]) => 'k' in context)
  expect(readers).toHaveLength(1)
  expect(readers[0]?.[1]).toEqual({ k: readers[0]?.[0] })
  expect((await as(`R${readers[0]?.[0]}`).call('get_context', { keys: ['k'] })).versions).toEqual({
    k: 50,
  })
})

test('S64 the same with topics; of pushes for one version only one succeeds', async () => {
  const { as } = await store().workspace()
  await times(20, (i) => as(`R${i}`).call('subscribe_to_topics', { topics: [`t${i}`] }))
  await times(20, (i) =>
    as('A').call('push_context', { key: 'k', value: `${i}`, topics: [`t${i}`] }),
  )
  const seen = await times(20, async (i) => [i, await as(`R${i}`).sees()] as const)
  const [reader, ...others] = seen.filter(([, context]) => 'k' in context)
  expect(others).toEqual([])
  expect(reader?.[1]).toEqual({ k: reader?.[0] })

  const tries = await times(20, (i) =>
    as('A')
      .call('push_context', { key: 'k', value: `${i}`, if_version: 20 })
      .then(
        () => 'taken',
        (error) => (error instanceof ToolError ? error.code : Promise.reject(error)),
      ),
  )
  expect(tries.filter((outcome) => outcome === 'taken')).toHaveLength(1)
  expect(tries.filter((outcome) => outcome === 'conflict')).toHaveLength(19)
})

test('of many concurrent pushes with if_version 0 one succeeds', async () => {
  const { as } = await store().workspace()
  const tries = await times(20, (i) =>
    as(`A${i}`)
      .call('push_context', { key: 'lock', value: `${i}`, if_version: 0 })
      .then(
        () => i,
        () => undefined,
      ),
  )
  const winners = tries.filter((winner) => winner !== undefined)
  expect(winners).toHaveLength(1)
  expect(await as('B').sees()).toEqual({ lock: winners[0] })
})

test('S65 discover_topics works during constant subscribing', async () => {
  const { as } = await store().workspace()
  let done = false
  let made = 0
  const subscribing = (async () => {
    while (!done) await as('B').call('subscribe_to_topics', { topics: [`t${made++}`] })
  })()
  const answers = await times(10, async () => {
    const answers = []
    for (let i = 0; i < 50; i++) answers.push(await as('A').call('discover_topics'))
    return answers
  })
  done = true
  await subscribing
  expect(answers.flat()).toHaveLength(500)
  expect(answers.flat().every((answer) => answer.success)).toBe(true)
  expect((await as('B').call('subscribe_to_topics', { topics: [] })).total_subscriptions).toBe(made)
})

test('calls with many topics in different orders do not deadlock', async () => {
  const { as } = await store().workspace()
  const topics = Array.from({ length: 12 }, (_, index) => `t${index}`)
  const random = seededRandom()
  const shuffled = () => random.shuffle(topics)
  await times(60, async (i) => {
    const agent = as(`agent${i % 7}`)
    if (i % 3 === 0)
      return agent.call('push_context', { key: `k${i}`, value: 'v', topics: shuffled() })
    if (i % 3 === 1)
      return agent.call('subscribe_to_topics', {
        topics: shuffled(),
        include_existing: i % 2 === 0,
      })
    return agent.call('unsubscribe_from_topics', { topics: shuffled() })
  })
  for (const topic of (await as('A').call('discover_topics')).topics) {
    expect(topic.subscribers).toHaveLength(topic.subscriber_count)
  }
})

test('deleting a topic does not deadlock with a batch of pushes to its keys', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  const [first = '', second = ''] = inLockOrder(['a', 'b'])
  // Their ids are in the opposite order.
  for (const key of [second, first]) {
    await as('A').call('push_context', { key, value: 'v', topics: ['t'] })
  }
  const batch = await holdTransaction(store(), workspace)
  await batch.call('A', 'push_context', { key: first, value: 'v' })
  const deleting = as('A').call('delete_topic', { topic: 't', confirm: true })
  await batch.isAwaited()
  await batch.call('A', 'push_context', { key: second, value: 'v' })
  await batch.commit()
  expect((await deleting).context_items_deleted).toBe(0)
  expect(await as('B').sees()).toEqual({ [first]: 'v', [second]: 'v' })
})

test('pushes do not update the row of their topic, on which they share a lock', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  const row = () =>
    sql`select xmin, ctid from topics where workspace_id = ${workspace.id}`.execute(store().db)
  const before = await row()
  for (let minute = 0; minute < 5; minute++) {
    clock.advance(61)
    await times(5, (i) => as('A').call('push_context', { key: `k${i}`, value: 'v', topics: ['t'] }))
  }
  expect((await row()).rows).toEqual(before.rows)

  clock.advance(61)
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  const { rows } = await sql`
    select pushed_at from topic_pushes join topics on topics.id = topic_id
    where workspace_id = ${workspace.id}`.execute(store().db)
  expect(rows).toEqual([{ pushed_at: clock.now }])
})

test.each(['subscribe_to_topics', 'unsubscribe_from_topics'])(
  'a push concurrent with %s comes wholly before or after it',
  async (name) => {
    const workspace = await store().workspace()
    const { as } = workspace
    const follower = new Follower(as('B'))
    await as('B').call('subscribe_to_topics', {
      topics: name === 'subscribe_to_topics' ? ['u'] : ['t'],
    })
    await as('A').call('push_context', { key: 'before', value: 'v', topics: ['t', 'u'] })
    await follower.catchUp()

    const held = await holdTransaction(store(), workspace)
    await held.call('B', name, { topics: ['t'] })
    const pushing = as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
    await Promise.race([pushing, sleep(200)])
    await follower.catchUp()
    await held.commit()
    await pushing
    await follower.catchUp()
    await follower.expectExact()
  },
)

test('a push lists exactly the agents that can read it, while others join and leave', async () => {
  const { as } = await store().workspace()
  const random = seededRandom()
  const agents = ['R0', 'R1', 'R2']
  const topics = ['t', 'u']
  let done = false
  const toggling = agents.map(async (agent) => {
    while (!done) {
      await as(agent).call('subscribe_to_topics', { topics })
      await as(agent).call('unsubscribe_from_topics', { topics: some(topics, random) })
    }
  })
  const replies = await times(3, async (writer) => {
    const named: [string, string[]][] = []
    for (let i = 0; i < 30; i++) {
      const key = `k${writer}.${i}`
      const push = { key, value: 'v', topics: [random.pick(topics), random.pick(topics)] }
      const { subscribers_notified } = await as('A').call('push_context', push)
      named.push([key, subscribers_notified.toSorted()])
    }
    return named
  }).finally(() => {
    done = true
  })
  await Promise.all(toggling)
  const seen = await times(3, async (i) => [`R${i}`, await as(`R${i}`).sees()] as const)
  const readers = (key: string) =>
    seen.filter(([, context]) => key in context).map(([agent]) => agent)
  const named = replies.flat()
  expect(named).toEqual(named.map(([key]) => [key, readers(key)]))
})

test.each([
  ['subscribe_to_topics', ['B']],
  ['unsubscribe_from_topics', []],
  ['delete_topic', []],
])('a push that waits for %s lists the members after it', async (name, readers) => {
  const workspace = await store().workspace()
  const { as } = workspace
  if (name !== 'subscribe_to_topics') await as('B').call('subscribe_to_topics', { topics: ['t'] })
  else await as('B').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  const held = await holdTransaction(store(), workspace)
  const change = name === 'delete_topic' ? { topic: 't', confirm: true } : { topics: ['t'] }
  await held.call('B', name, change)
  const pushing = as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  await Promise.race([pushing, sleep(200)])
  await held.commit()
  expect((await pushing).subscribers_notified).toEqual(readers)
  expect('k' in (await as('B').sees())).toBe(readers.includes('B'))
})

test('two calls of one agent that reveal the same value reveal it once', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t', 'u'] })
  const held = await holdTransaction(store(), workspace)
  const first = await held.call('B', 'subscribe_to_topics', {
    topics: ['t'],
    include_existing: true,
  })
  const subscribing = as('B').call('subscribe_to_topics', { topics: ['u'], include_existing: true })
  await Promise.race([subscribing, sleep(200)])
  await held.commit()
  const second = await subscribing
  expect([first.values_revealed, second.values_revealed]).toEqual([1, 0])
})

test('of two topics deleted concurrently, the second deletes the value in both', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t', 'u'] })
  const held = await holdTransaction(store(), workspace)
  const first = await held.call('A', 'delete_topic', { topic: 't', confirm: true })
  const deleting = as('A').call('delete_topic', { topic: 'u', confirm: true })
  await Promise.race([deleting, sleep(200)])
  await held.commit()
  const second = await deleting
  expect([first.context_items_deleted, second.context_items_deleted]).toEqual([0, 1])
})

test('a push that waits for the deletion of its topic goes to the new topic of that name', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  await as('B').call('subscribe_to_topics', { topics: ['t', 'u'] })
  const held = await holdTransaction(store(), workspace)
  await held.call('A', 'delete_topic', { topic: 't', confirm: true })
  const pushing = as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  await Promise.race([pushing, sleep(200)])
  await held.commit()
  await pushing
  expect(await as('B').sees()).toEqual({})
  await as('C').call('subscribe_to_topics', { topics: ['t'], include_existing: true })
  expect(await as('C').sees()).toEqual({ k: 'v' })
})

test('a deletion concurrent with a push sees its routing', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  await as('A').call('push_context', { key: 'k', value: '1' })
  const held = await holdTransaction(store(), workspace)
  await held.call('A', 'push_context', { key: 'k', value: '2', subscribers: ['M'] })
  const deleting = as('B').fail('delete_context', { key: 'k' })
  await Promise.race([deleting, sleep(200)])
  await held.commit()
  expect((await deleting).code).toBe('not_found')
  expect(await as('M').sees()).toEqual({ k: 2 })
})

/** A call of the kind that agents make, with the pauses that a busy server has in the middle. */
async function randomCall(workspace: Workspace, agents: readonly string[], random: SeededRandom) {
  const { pick, next } = random
  const agent = pick(agents)
  const keys = ['k0', 'k1', 'k2', 'k3']
  const topics = ['t0', 't1', 't2']
  const calls: [number, string, () => Record<string, unknown>][] = [
    [
      10,
      'push_context',
      () => ({
        key: pick(keys),
        value: `${next()}`,
        topics: some(topics, random),
        subscribers: some(agents, random),
      }),
    ],
    [3, 'push_context', () => ({ key: pick(keys), value: `${next()}` })],
    [2, 'delete_context', () => ({ key: pick(keys) })],
    [2, 'subscribe_to_topics', () => ({ topics: some(topics, random) })],
    [2, 'subscribe_to_topics', () => ({ topics: some(topics, random), include_existing: true })],
    [2, 'unsubscribe_from_topics', () => ({ topics: some(topics, random) })],
    [1, 'delete_topic', () => ({ topic: pick(topics), confirm: true })],
  ]
  const [, name, input] = pick(calls.flatMap((call) => Array.from({ length: call[0] }, () => call)))
  const pause = () => sleep(next() < 0.5 ? 0 : next() * 12)
  try {
    await run(
      store().db,
      name,
      input(),
      {
        caller: callerOf(workspace.id, agent),
        now: workspace.clock.now,
      },
      {
        // An idempotency record has the same effect: the transaction gets its id long before it waits
        // for others.
        before: async (trx) => {
          await sql`select pg_current_xact_id()`.execute(trx)
          await pause()
        },
        after: pause,
      },
    )
  } catch (error) {
    if (!(error instanceof ToolError && error.code === 'not_found')) throw error
  }
}

test.each([1, 2, 3])(
  'followers of racing changes end with exactly what they can read, run %i',
  async () => {
    const workspace = await store().workspace()
    const random = seededRandom()
    const agents = ['R0', 'R1', 'R2', 'R3']
    const followers = agents.map((agent) => new Follower(workspace.as(agent)))
    let done = false
    const following = followers.map(async (follower, index) => {
      while (!done) {
        await follower.read(index === 3 ? undefined : 1 + random.below(3))
        // A slower reader finds more changes, in another order.
        await sleep(index * 20 * random.next())
      }
    })
    const writing = times(10, async () => {
      for (let i = 0; i < 40; i++) await randomCall(workspace, agents, random)
    })
    const sweeping = (async () => {
      for (let i = 0; i < 10; i++) {
        await store().sweep(workspace)
        await sleep(50)
      }
    })()
    await Promise.all([writing, sweeping]).finally(() => {
      done = true
    })
    await Promise.all(following)
    for (const follower of followers) {
      await follower.catchUp(2)
      await follower.expectExact()
    }
  },
)

test('after concurrent pushes, subscriptions and deletions all tools agree', async () => {
  const workspace = await store().workspace()
  const random = seededRandom()
  const agents = ['R0', 'R1', 'R2', 'R3']
  await times(10, async () => {
    for (let i = 0; i < 30; i++) await randomCall(workspace, agents, random)
  })
  for (const agent of agents) {
    const { as } = workspace
    const context = await as(agent).sees()
    const keys = Object.keys(context).toSorted()
    expect(
      (await as(agent).call('get_context', { keys: ['k0', 'k1', 'k2', 'k3'] })).context,
    ).toEqual(context)
    const listed = (await as(agent).call('list_context')).context_keys
    expect(listed.map((entry: { key: string }) => entry.key)).toEqual(keys)
    const changes = (await as(agent).call('read_changes')).changes
    expect(changes.map((change: { key: string }) => change.key).toSorted()).toEqual(keys)
  }
  for (const topic of (await workspace.as('R0').call('discover_topics')).topics) {
    expect(topic.subscribers).toHaveLength(topic.subscriber_count)
  }
  // A value whose every topic is deleted, and that nobody else was sent, is deleted with them.
  const { rows: orphans } = await sql`
    select key from context_items item
    where workspace_id = ${workspace.id} and value is not null and cardinality(audiences) = 0
      and not exists (select from topics where generation = any (item.generations))`.execute(
    store().db,
  )
  expect(orphans).toEqual([])
})
