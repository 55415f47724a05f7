import { expect, test } from 'vitest'
import { useStore } from './agents.ts'

const store = useStore()

test('an agent can delete a key that it can read, for all readers', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v' })
  expect(await as('B').call('delete_context', { key: 'k' })).toEqual({
    success: true,
    message: "Deleted key 'k'",
    agent_name: 'B',
    key: 'k',
    version: 2,
  })
  for (const agent of ['A', 'B', 'C']) {
    expect(await as(agent).sees()).toEqual({})
    expect((await as(agent).call('list_context')).total_keys).toBe(0)
    expect((await as(agent).call('search_context', { query: 'v' })).total_results).toBe(0)
  }
})

test('an agent can delete a key that it pushed, even if it cannot read it', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['B'] })
  await as('A').call('delete_context', { key: 'k' })
  expect(await as('B').sees()).toEqual({})
})

test('a key that the agent cannot read gets the same error as an unknown key', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['B'] })
  const foreign = await as('C').fail('delete_context', { key: 'k' })
  const unknown = await as('C').fail('delete_context', { key: 'x' })
  expect(foreign).toMatchObject({
    status: 404,
    code: 'not_found',
    message: "Key 'k' does not exist",
  })
  expect(foreign.message.replace("'k'", "'x'")).toBe(unknown.message)
  expect(foreign.suggestion).toBe(unknown.suggestion)
  expect(foreign.details).toEqual(unknown.details)
  expect(await as('B').sees()).toEqual({ k: 'v' })
})

test('a version conflict does not reveal a key that the agent cannot read', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['B'] })
  expect((await as('C').fail('delete_context', { key: 'k', if_version: 7 })).code).toBe('not_found')
})

test('a deletion can require a version', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: '1' })
  await as('A').call('push_context', { key: 'k', value: '2' })
  const error = await as('B').fail('delete_context', { key: 'k', if_version: 1 })
  expect(error).toMatchObject({
    status: 409,
    details: { current_version: 2, current_value: 2, written_by: 'A' },
  })
  expect(await as('B').sees()).toEqual({ k: 2 })
  await as('B').call('delete_context', { key: 'k', if_version: 2 })
  expect(await as('B').sees()).toEqual({})
})

test('a deleted or expired key cannot be deleted again', async () => {
  const { as, clock } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', ttl: 1 })
  clock.advance(1)
  expect((await as('A').fail('delete_context', { key: 'k' })).code).toBe('not_found')
})

test('F18 a workspace can leave the deletion of a key to the agent that pushed it', async () => {
  const { as, id } = await store().workspace()
  await store()
    .db.updateTable('workspaces')
    .set({ context_deletion: 'writer' })
    .where('id', '=', id)
    .execute()
  await as('A').call('push_context', { key: 'k', value: 'v' })
  await as('A').call('push_context', { key: 'private', value: 'v', subscribers: ['A'] })
  expect(await as('B').fail('delete_context', { key: 'k' })).toMatchObject({
    status: 403,
    code: 'forbidden',
    message: "Key 'k' was pushed by 'A'; in this workspace only that agent can delete it.",
  })
  expect((await as('B').fail('delete_context', { key: 'private' })).code).toBe('not_found')
  expect(await as('B').sees()).toEqual({ k: 'v' })
  await as('A').call('delete_context', { key: 'k' })
  expect(await as('B').sees()).toEqual({})
})
