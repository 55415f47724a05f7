import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdTransaction, inLockOrder, keysOf, useStore, type Workspace } from './agents.ts'

const store = useStore()

const deleteAgent = ({ id }: Workspace, name: string) =>
  store().db.deleteFrom('agents').where('workspace_id', '=', id).where('name', '=', name).execute()

test('an agent registered under the name of a deleted one does not inherit its context', async () => {
  const workspace = await store().workspace()
  const { as, register } = workspace
  await register('Ann', 'Bob')
  await as('Ann').call('subscribe_to_topics', { topics: ['t'] })
  await as('Bob').call('subscribe_to_topics', { topics: ['t'] })
  await as('Bob').call('push_context', { key: 'direct', value: 1, subscribers: ['Ann', 'Bob'] })
  await as('Bob').call('push_context', { key: 'topic', value: 2, topics: ['t'] })
  await as('Bob').call('push_context', { key: 'global', value: 3 })
  expect(await as('Ann').sees()).toEqual({ direct: 1, topic: 2, global: 3 })

  await deleteAgent(workspace, 'Ann')
  await register('Ann')
  expect(await as('Ann').sees()).toEqual({ global: 3 })
  expect((await as('Ann').call('read_history', { key: 'direct' })).versions).toEqual([])
  expect((await as('Ann').call('read_changes')).changes).toMatchObject([{ key: 'global' }])
  expect(await as('Bob').sees()).toEqual({ direct: 1, topic: 2, global: 3 })

  const { topics } = await as('Bob').call('discover_topics')
  expect(topics).toMatchObject([{ name: 't', subscriber_count: 1, subscribers: ['Bob'] }])
  await as('Bob').call('push_context', { key: 'later', value: 4, topics: ['t'] })
  expect(await as('Ann').sees()).toEqual({ global: 3 })
})

test('a deleted agent loses its threads and stored answers, one of another workspace does not', async () => {
  const { db } = store()
  const [one, other] = [await store().workspace(), await store().workspace()]
  for (const { id, register, as } of [one, other]) {
    await register('Ann')
    await as('Bob').call('push_context', { key: 'direct', value: 1, subscribers: ['Ann'] })
    await sql`insert into threads (workspace_id, agent, thread_id) values (${id}, 'Ann', 't')`.execute(
      db,
    )
    await sql`insert into idempotency_keys (workspace_id, agent, key, path, input_hash, expires_at)
      values (${id}, 'Ann', 'k', '/v1/tools/x', '', now())`.execute(db)
  }
  const rowsOf = async ({ id }: Workspace) => [
    await db.selectFrom('threads').select('agent').where('workspace_id', '=', id).execute(),
    await db
      .selectFrom('idempotency_keys')
      .select('agent')
      .where('workspace_id', '=', id)
      .execute(),
  ]
  await deleteAgent(one, 'Ann')
  expect(await rowsOf(one)).toEqual([[], []])
  expect(await rowsOf(other)).toEqual([[{ agent: 'Ann' }], [{ agent: 'Ann' }]])
  expect(await other.as('Ann').sees()).toEqual({ direct: 1 })
})

test('deleting an agent does not deadlock with a batch of pushes to it', async () => {
  const workspace = await store().workspace()
  const { as, register } = workspace
  const push = (key: string) => ({ key, value: 'v', subscribers: ['Ann'] })
  await register('Ann')
  const keys = Array.from({ length: 8 }, (_, index) => `k${index}`)
  for (const key of keys) await as('Bob').call('push_context', push(key))
  const [first = '', ...others] = inLockOrder(keys)
  const batch = await holdTransaction(store(), workspace)
  await batch.call('Bob', 'push_context', push(first))
  const deleting = deleteAgent(workspace, 'Ann')
  await batch.isAwaited()
  for (const key of others) await batch.call('Bob', 'push_context', push(key))
  await batch.commit()
  await deleting
  expect(await as('Ann').sees()).toEqual({})
})

/**
 * What an agent reads that was deleted and registered again. Its changes and the history of each key must agree
 * with its list.
 */
async function keysReadBy({ as }: Workspace, agent: string, pushed: readonly string[]) {
  const keys = keysOf(await as(agent).call('list_context'))
  expect((await as(agent).call('get_context', { keys: pushed })).keys_found).toEqual(keys)
  const { changes } = await as(agent).call('read_changes')
  expect(changes.map(({ key }: { key: string }) => key).toSorted()).toEqual(keys)
  for (const key of pushed) {
    const { versions } = await as(agent).call('read_history', { key })
    expect(versions.length > 0, key).toBe(keys.includes(key))
  }
  return keys
}

test('a key that is pushed to an agent while it is being deleted is read and listed alike', async () => {
  const workspace = await store().workspace()
  const { as, register } = workspace
  const push = (key: string) => ({ key, value: 'v', subscribers: ['Ann'] })
  await register('Ann')
  await as('Bob').call('push_context', push('before'))
  const held = await holdTransaction(store(), workspace)
  await held.call('Bob', 'push_context', push('before'))
  const deleting = deleteAgent(workspace, 'Ann')
  await held.isAwaited()

  // The deletion has locked `before`, and then waits for a key that it did not find until then.
  await as('Bob').call('push_context', push('during'))
  const again = await holdTransaction(store(), workspace)
  await again.call('Bob', 'push_context', push('during'))
  await held.commit()
  await again.isAwaited()

  // It does not find this one either, but sees its change.
  await as('Bob').call('push_context', push('meanwhile'))
  await again.commit()
  await deleting

  await register('Ann')
  const pushed = ['before', 'during', 'meanwhile']
  expect(await keysReadBy(workspace, 'Ann', pushed)).toEqual(['meanwhile'])
  await as('Bob').call('push_context', push('meanwhile'))
  expect(await keysReadBy(workspace, 'Ann', pushed)).toEqual(['meanwhile'])
})
