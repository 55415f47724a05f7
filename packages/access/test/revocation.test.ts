import { eventually, startTcpProxy } from '@quartermaster/testing'
import { expect, test, vi } from 'vitest'
import { deleteAgent, revokeKey, updateAgent } from '../src/index.ts'
import { ROOT_KEY, testWorkspace, untilDisconnected, untilListening } from './test-workspace.ts'

test('a revoked key is refused immediately by its gateway, and soon by every other', async () => {
  const { db, createAgentWithKey, startKeyring, workspaceId } = await testWorkspace()
  const { id, key } = await createAgentWithKey({ name: 'Sales' })
  const [here, there] = [startKeyring(), startKeyring()]
  await Promise.all([untilListening(here), untilListening(there)])
  await Promise.all([here.authenticate(key), there.authenticate(key)])

  await revokeKey(db, workspaceId, id)
  here.forget()
  await expect(here.authenticate(key)).rejects.toThrow('revoked')
  await eventually(() => expect(there.authenticate(key)).rejects.toThrow('revoked'))
})

test('every gateway notices every change of access', async () => {
  const { db, createAgentWithKey, startKeyring, workspaceId } = await testWorkspace()
  const { key } = await createAgentWithKey({ name: 'Sales' })
  const keyring = startKeyring()
  await untilListening(keyring)
  const limits = async () => (await keyring.authenticate(key)).access.rules[0]
  const asSales = async () =>
    (await keyring.authenticate(ROOT_KEY, { agent: 'Sales' })).access.rules[0]
  await Promise.all([limits(), asSales()])

  await updateAgent(db, workspaceId, 'Sales', { denied_tools: ['push_context'] })
  await eventually(async () => {
    expect(await limits()).toEqual({ allowed: null, denied: ['push_context'] })
    expect(await asSales()).toEqual({ allowed: null, denied: ['push_context'] })
  })

  await db.updateTable('workspaces').set({ name: 'renamed' }).execute()
  await eventually(async () => {
    expect((await keyring.authenticate(key)).workspace).toBe('renamed')
    await expect(keyring.authenticate(ROOT_KEY)).rejects.toThrow('There is no workspace')
  })

  await deleteAgent(db, workspaceId, 'Sales')
  await eventually(() => expect(keyring.authenticate(key)).rejects.toThrow('not known'))
})

test('a gateway whose listening connection is killed does not accept a revoked key', async () => {
  const { db, createAgentWithKey, pool, startKeyring, workspaceId } = await testWorkspace()
  const { id, key } = await createAgentWithKey({ name: 'Sales' })
  const onError = vi.fn()
  const keyring = startKeyring({ onError })
  await untilListening(keyring)
  await keyring.authenticate(key)

  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'quartermaster listener'`,
  )
  await eventually(() => expect(onError).toHaveBeenCalled())
  await revokeKey(db, workspaceId, id)
  await eventually(() => expect(keyring.authenticate(key)).rejects.toThrow('revoked'))

  await untilListening(keyring)
  await expect(keyring.authenticate(key)).rejects.toThrow('revoked')
})

test('a gateway that cannot listen queries the database for each call', async () => {
  const { db, createAgentWithKey, startKeyring, url, workspaceId } = await testWorkspace()
  const { id, key } = await createAgentWithKey({ name: 'Sales' })
  const proxy = await startTcpProxy(url)
  const keyring = startKeyring({ url: proxy.url })
  await untilListening(keyring)
  await keyring.authenticate(key)

  await proxy.cut()
  await untilDisconnected(keyring)
  keyring.queries.length = 0
  await Promise.all([keyring.authenticate(key), keyring.authenticate(key)])
  expect(keyring.queries.filter((query) => query.includes('api_keys'))).toHaveLength(2)
  await revokeKey(db, workspaceId, id)
  await expect(keyring.authenticate(key)).rejects.toThrow('revoked')
})

test('a key that was revoked while the gateway was disconnected is refused afterwards', async () => {
  const { db, createAgentWithKey, startKeyring, url, workspaceId } = await testWorkspace()
  const { id, key } = await createAgentWithKey({ name: 'Sales' })
  const proxy = await startTcpProxy(url)
  const keyring = startKeyring({ url: proxy.url })
  await untilListening(keyring)
  await keyring.authenticate(key)

  await proxy.cut()
  await revokeKey(db, workspaceId, id)
  await untilDisconnected(keyring)
  await proxy.restore()
  await untilListening(keyring)
  await expect(keyring.authenticate(key)).rejects.toThrow('revoked')
})

test('a silent connection is trusted no longer than its heartbeat', async () => {
  const { db, createAgentWithKey, startKeyring, url, workspaceId } = await testWorkspace()
  const { id, key } = await createAgentWithKey({ name: 'Sales' })
  const proxy = await startTcpProxy(url)
  const onError = vi.fn()
  const keyring = startKeyring({ url: proxy.url, onError })
  await untilListening(keyring)
  await keyring.authenticate(key)

  proxy.stall()
  await revokeKey(db, workspaceId, id)
  expect((await keyring.authenticate(key)).agent, 'it cannot know yet').toBe('Sales')
  await untilDisconnected(keyring)
  expect(onError, 'trust ends before the failure is known').not.toHaveBeenCalled()
  await expect(keyring.authenticate(key)).rejects.toThrow('revoked')
})

test('keys are looked up in the database while notifications do not arrive', async () => {
  const { createAgentWithKey, startKeyring } = await testWorkspace()
  const elsewhere = await testWorkspace()
  const { key } = await createAgentWithKey({ name: 'Sales' })
  const onError = vi.fn()
  const keyring = startKeyring({ url: elsewhere.url, onError })
  await expect.poll(() => onError.mock.calls.length).toBeGreaterThan(0)
  expect(keyring.isListening()).toBe(false)
  expect((await keyring.authenticate(key)).agent).toBe('Sales')
})
