import { inTransaction } from '@quartermaster/db'
import { toolErrorOf } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { listAllItems, readAllVersions, restoreVersion } from '../src/index.ts'
import { callerOf, useStore, type Workspace } from './agents.ts'

const store = useStore()

type Options = { key?: string; version: number; ifVersion?: number; isRoot?: boolean }

const restore = (
  { id, clock }: Workspace,
  agent: string,
  { key = 'k', version, ifVersion, isRoot = false }: Options,
) =>
  inTransaction(store().db, 15_000, (trx) =>
    restoreVersion(trx, { ...callerOf(id, agent), isRoot }, clock.now, { key, version, ifVersion }),
  )

test('a restored version has the value, the readers and the expiry that it had', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await as('Early').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', {
    key: 'k',
    value: 'first',
    topics: ['t'],
    subscribers: ['A'],
    ttl: 3600,
  })
  await as('Early').call('unsubscribe_from_topics', { topics: ['t'] })
  await as('Late').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: 'second', subscribers: ['Late'] })
  clock.advance(60)
  expect(await restore(workspace, 'A', { version: 1 })).toEqual({ versionBefore: 2, version: 3 })

  for (const agent of ['A', 'Early']) expect(await as(agent).sees()).toEqual({ k: 'first' })
  expect(await as('Late').sees()).toEqual({})
  const { versions } = await as('Early').call('read_history', { key: 'k' })
  expect(versions).toMatchObject([
    { version: 3, value: 'first', written_by: 'A', current: true },
    { version: 1, value: 'first', current: false },
  ])
  clock.advance(3540)
  expect(await as('A').sees()).toEqual({})
})

test('followers and searches see a restored version', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  await as('A').call('push_context', { key: 'k', value: 'apple' })
  await as('A').call('push_context', { key: 'k', value: 'pear', subscribers: ['A'] })
  const { cursor } = await as('B').call('read_changes')
  await restore(workspace, 'A', { version: 1 })
  const { changes } = await as('B').call('read_changes', { cursor })
  expect(changes).toMatchObject([{ key: 'k', value: 'apple', version: 3 }])
  expect((await as('B').call('search_context', { query: 'apple' })).results).toHaveLength(1)
  expect((await as('B').call('search_context', { query: 'pear' })).results).toHaveLength(0)
})

test('a deleted key is restored, and the same version once more', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  await as('A').call('push_context', { key: 'k', value: 1 })
  await as('A').call('delete_context', { key: 'k' })
  expect(await restore(workspace, 'B', { version: 1, ifVersion: 0 })).toMatchObject({ version: 3 })
  expect(await restore(workspace, 'B', { version: 1, ifVersion: 3 })).toMatchObject({ version: 4 })
  expect(await as('C').sees()).toEqual({ k: 1 })
})

test('an agent can restore only versions that it could read; the operator can restore all', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  await as('A').call('push_context', { key: 'k', value: 'for A', subscribers: ['A'] })
  await as('A').call('push_context', { key: 'k', value: 'for all' })
  expect(await toolErrorOf(restore(workspace, 'B', { version: 1 }))).toMatchObject({
    code: 'not_found',
    suggestion: expect.stringContaining('read_history'),
  })
  await restore(workspace, 'root', { version: 1, isRoot: true })
  expect(await as('A').sees()).toEqual({ k: 'for A' })
  expect(await as('B').sees()).toEqual({})
})

test('nothing is restored over a version that the caller has not seen', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  for (const value of [1, 2, 3]) await as('A').call('push_context', { key: 'k', value })
  expect(await toolErrorOf(restore(workspace, 'A', { version: 1, ifVersion: 2 }))).toMatchObject({
    code: 'conflict',
    details: { current_version: 3, current_value: 3 },
  })
  expect(await toolErrorOf(restore(workspace, 'A', { version: 3 }))).toMatchObject({
    code: 'conflict',
  })
  expect(await as('A').sees()).toEqual({ k: 3 })
})

test('versions that do not exist or have expired cannot be restored', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  await as('A').call('push_context', { key: 'k', value: 'short', ttl: 10 })
  await as('A').call('push_context', { key: 'k', value: 'long' })
  clock.advance(11)
  for (const options of [{ version: 1 }, { version: 9 }, { version: 1, key: 'other' }]) {
    const error = await toolErrorOf(restore(workspace, 'A', { ...options, isRoot: true }))
    expect(error.code).toBe('not_found')
  }
})

test('a key whose topic is gone is restored and has no readers', async () => {
  const workspace = await store().workspace()
  const { as, id, clock } = workspace
  await as('A').call('push_context', { key: 'k', value: 1, topics: ['nobody'], ttl_hours: 0 })
  await as('A').call('push_context', { key: 'k', value: 2, ttl_hours: 0 })
  await store().db.deleteFrom('topics').where('workspace_id', '=', id).execute()
  await restore(workspace, 'root', { version: 1, isRoot: true })
  const { rows } = await listAllItems(store().db, id, clock.now)
  expect(rows).toMatchObject([{ key: 'k', readers: { topics: [], everyone: false } }])
})

test('the operator reads all versions, page by page', async () => {
  const { as, id, clock } = await store().workspace()
  for (const value of [1, 2, 3]) {
    await as('A').call('push_context', { key: 'k', value, subscribers: [`Agent ${value}`] })
  }
  const read = (before?: number) =>
    readAllVersions(store().db, id, clock.now, 'k', { limit: 2, before })
  expect(await read()).toMatchObject({
    versions: [{ version: 3, isCurrent: true }, { version: 2 }],
    hasMore: true,
  })
  expect(await read(2)).toMatchObject({ versions: [{ version: 1, value: '1' }], hasMore: false })
})
