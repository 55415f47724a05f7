import { eventually } from '@quartermaster/testing'
import { mayCall, type RoutedTool } from '@quartermaster/toolkit'
import { expect, test, vi } from 'vitest'
import {
  createAgent,
  createKey,
  createWorkspace,
  deleteRole,
  listKeys,
  makeKey,
  openKeyring,
  revokeKey,
  saveRole,
  updateAgent,
} from '../src/index.ts'
import { ROOT_KEY, testWorkspace, untilListening } from './test-workspace.ts'

const tool = (name: string, { dangerous = false, path = `/v1/tools/${name}` } = {}) =>
  ({ tool: { name, dangerous }, path }) as RoutedTool

test('a key determines the agent, the workspace and the limits', async () => {
  const { createAgentWithKey, startKeyring, workspaceId } = await testWorkspace()
  const { id, key } = await createAgentWithKey({
    name: 'Sales',
    allowed_tools: ['a', 'b'],
    denied_tools: ['b'],
  })

  expect(await startKeyring().authenticate(key)).toEqual({
    workspaceId,
    workspace: 'default',
    agent: 'Sales',
    keyId: id,
    isRoot: false,
    access: { rules: [{ allowed: ['a', 'b'], denied: ['b'] }], paths: null },
  })
})

test('a key with paths may call only those tools', async () => {
  const { createAgentWithKey, startKeyring } = await testWorkspace()
  const { key } = await createAgentWithKey({ name: 'Sales' }, { paths: ['/v1/tools/a'] })
  const { access } = await startKeyring().authenticate(key)
  expect(mayCall(access, tool('a'))).toBe(true)
  expect(mayCall(access, tool('b'))).toBe(false)
})

test('each kind of wrong key has its own error, which does not repeat the key', async () => {
  const { createAgentWithKey, startKeyring } = await testWorkspace()
  const keyring = startKeyring()
  const { authenticate, queries } = keyring
  await untilListening(keyring)
  const { key } = await createAgentWithKey({ name: 'Sales' })
  const stranger = makeKey().key
  queries.length = 0

  const answers = {
    '': 'No key',
    'sk-123': 'not a key of this gateway',
    [key.slice(0, -1)]: 'mistyped',
  }
  for (const [text, words] of Object.entries(answers)) {
    const error = await authenticate(text).catch((error) => error)
    expect(error).toMatchObject({ code: 'unauthorized', message: expect.stringContaining(words) })
    if (text !== '') expect(error.message + error.suggestion).not.toContain(text)
  }
  await expect(authenticate(undefined)).rejects.toThrow('No key')
  expect(queries, 'a typo costs no query').toEqual([])

  const error = await authenticate(stranger).catch((error) => error)
  expect(error).toMatchObject({ code: 'unauthorized', message: 'This key is not known here' })
})

test('only the complete key reveals that it was revoked or has expired', async () => {
  const { db, createAgentWithKey, startKeyring, workspaceId } = await testWorkspace()
  const revoked = await createAgentWithKey({ name: 'Sales' })
  await revokeKey(db, workspaceId, revoked.id)
  const expired = await createAgentWithKey({ name: 'Support' }, { expiresAt: new Date(0) })
  const { authenticate, forget } = startKeyring()

  await expect(authenticate(revoked.key)).rejects.toThrow('This key was revoked')
  await expect(authenticate(expired.key)).rejects.toThrow('This key has expired')

  // The stored hashes are replaced, so these keys have known ids and wrong secrets.
  await db.updateTable('api_keys').set({ hash: makeKey().hash }).execute()
  forget()
  for (const { key } of [revoked, expired]) {
    await expect(authenticate(key)).rejects.toThrow('This key is not known here')
  }
})

test('a key works until it expires, also when it is cached', async () => {
  const { createAgentWithKey, startKeyring } = await testWorkspace()
  const { key } = await createAgentWithKey(
    { name: 'Sales' },
    { expiresAt: new Date('2030-01-01T12:00:00Z') },
  )
  let now = new Date('2030-01-01T11:59:59.999Z')
  const keyring = startKeyring({ now: () => now })
  await untilListening(keyring)

  expect((await keyring.authenticate(key)).agent).toBe('Sales')
  now = new Date('2030-01-01T12:00:00Z')
  await expect(keyring.authenticate(key)).rejects.toThrow('expired')
})

test('S54 an agent whose role does not exist may call nothing until it does', async () => {
  const { db, createAgentWithKey, startKeyring, workspaceId } = await testWorkspace()
  const { key } = await createAgentWithKey({
    name: 'Sales',
    role: 'reader',
    allowed_tools: ['get_context'],
  })
  const { authenticate, forget } = startKeyring()
  const mayRead = async () => mayCall((await authenticate(key)).access, tool('get_context'))

  expect(await mayRead()).toBe(false)
  await saveRole(db, workspaceId, { name: 'reader', allowed_tools: ['get_context'] })
  forget()
  expect(await mayRead()).toBe(true)
  await deleteRole(db, workspaceId, 'reader')
  forget()
  expect(await mayRead()).toBe(false)
})

test('a role of the same name in another workspace does not count', async () => {
  const { db, createAgentWithKey, startKeyring } = await testWorkspace()
  const { key } = await createAgentWithKey({ name: 'Sales', role: 'reader' })
  const other = await createWorkspace(db, 'other')
  await saveRole(db, other.id, { name: 'reader' })
  const { access } = await startKeyring().authenticate(key)
  expect(mayCall(access, tool('get_context'))).toBe(false)
})

test('the headers may name the agent of the key and its workspace, and no other', async () => {
  const { db, createAgentWithKey, startKeyring } = await testWorkspace()
  const { key } = await createAgentWithKey({ name: 'Sales' })
  await createWorkspace(db, 'other')
  const { authenticate } = startKeyring()

  expect((await authenticate(key, { workspace: 'default', agent: 'Sales' })).agent).toBe('Sales')
  for (const as of [
    { workspace: 'other' },
    { agent: 'Support' },
    { agent: 'root' },
    { agent: '' },
  ]) {
    const error = await authenticate(key, as).catch((error) => error)
    expect(error).toMatchObject({ code: 'forbidden' })
    expect(error.message).toContain(`x-${Object.keys(as)[0]} header names another`)
  }
})

test('the root key has no limits', async () => {
  const { startKeyring, workspaceId } = await testWorkspace()
  const caller = await startKeyring().authenticate(ROOT_KEY)
  expect(caller).toMatchObject({ workspaceId, workspace: 'default', agent: 'root', isRoot: true })
  expect(mayCall(caller.access, tool('wipe', { dangerous: true }))).toBe(true)
  await expect(startKeyring().authenticate(`${ROOT_KEY} `)).rejects.toThrow('not a key')
})

test('the root key acts in the workspace of the header, which must exist', async () => {
  const { db, startKeyring } = await testWorkspace()
  const { authenticate } = startKeyring()
  const missing = await authenticate(ROOT_KEY, { workspace: 'acme' }).catch((error) => error)
  expect(missing).toMatchObject({ code: 'not_found' })
  expect(missing.message).toContain('x-workspace')

  const { id } = await createWorkspace(db, 'acme')
  const caller = await authenticate(ROOT_KEY, { workspace: 'acme' })
  expect(caller).toMatchObject({ workspaceId: id, workspace: 'acme', agent: 'root' })
})

test('the root key with x-agent has the limits of that agent', async () => {
  const { db, createAgentWithKey, startKeyring, workspaceId } = await testWorkspace()
  await createAgentWithKey({ name: 'Sales', role: 'ghost' })
  await createAgent(db, workspaceId, { name: 'Support', denied_tools: ['push_context'] })
  const { authenticate } = startKeyring()
  const mayUse = async (agent: string, name: string, dangerous = false) =>
    mayCall((await authenticate(ROOT_KEY, { agent })).access, tool(name, { dangerous }))

  expect(await mayUse('Sales', 'get_context')).toBe(false)
  expect(await mayUse('Support', 'get_context')).toBe(true)
  expect(await mayUse('Support', 'push_context')).toBe(false)
  expect(await mayUse('Somebody new', 'push_context')).toBe(true)
  expect(await mayUse('Somebody new', 'wipe', true)).toBe(false)
  expect((await authenticate(ROOT_KEY, { agent: 'Somebody new' })).agent).toBe('Somebody new')
})

test('an agent of another workspace does not change the limits of the root key', async () => {
  const { db, startKeyring } = await testWorkspace()
  const other = await createWorkspace(db, 'other')
  await createAgent(db, other.id, { name: 'Sales', allowed_tools: ['wipe'] })
  const { access } = await startKeyring().authenticate(ROOT_KEY, { agent: 'Sales' })
  expect(mayCall(access, tool('wipe', { dangerous: true }))).toBe(false)
})

test.each([{ agent: '' }, { workspace: '' }, { agent: 'a\u0000' }, { agent: 'x'.repeat(201) }])(
  'the root key with %j is refused',
  async (as) => {
    const { startKeyring } = await testWorkspace()
    const error = await startKeyring()
      .authenticate(ROOT_KEY, as)
      .catch((error) => error)
    expect(error).toMatchObject({ code: 'invalid_input' })
    expect(error.message).toContain(`The x-${Object.keys(as)[0]} header`)
  },
)

test('an empty root key is refused', async () => {
  const { db } = await testWorkspace()
  const listener = { subscribe: vi.fn(), isLive: () => false, ready: vi.fn(), close: vi.fn() }
  expect(() => openKeyring({ db, listener, rootKey: '', now: () => new Date() })).toThrow(
    'root key is empty',
  )
})

test('a cached caller costs no query', async () => {
  const { db, createAgentWithKey, startKeyring, workspaceId } = await testWorkspace()
  const { key } = await createAgentWithKey({ name: 'Sales' })
  const keyring = startKeyring()
  await untilListening(keyring)
  const calls = () =>
    Promise.all([
      keyring.authenticate(key),
      keyring.authenticate(key, { agent: 'Sales' }),
      keyring.authenticate(ROOT_KEY),
      keyring.authenticate(ROOT_KEY, { agent: 'Sales' }),
      keyring.authenticate(ROOT_KEY, { agent: 'Somebody new' }),
    ])

  await calls()
  keyring.queries.length = 0
  for (let i = 0; i < 100; i++) await calls()
  expect(keyring.queries).toEqual([])

  await createKey(db, workspaceId, 'Sales')
  await calls()
  expect(keyring.queries, 'a new key changes nothing for the others').toEqual([])
})

test('many first calls with one key share one query', async () => {
  const { createAgentWithKey, startKeyring } = await testWorkspace()
  const { key } = await createAgentWithKey({ name: 'Sales' })
  const keyring = startKeyring()
  await untilListening(keyring)
  keyring.queries.length = 0
  await Promise.all(Array.from({ length: 100 }, () => keyring.authenticate(key)))
  expect(keyring.queries).toHaveLength(1)
})

test('an unknown key costs one query, however often it is tried', async () => {
  const { startKeyring } = await testWorkspace()
  const keyring = startKeyring()
  await untilListening(keyring)
  keyring.queries.length = 0
  const { key } = makeKey()
  for (let i = 0; i < 20; i++) await expect(keyring.authenticate(key)).rejects.toThrow('not known')
  expect(keyring.queries).toHaveLength(1)
})

test('a change of one agent or key does not make a gateway forget the others', async () => {
  const { db, createAgentWithKey, startKeyring, workspaceId } = await testWorkspace()
  const [ann, bob, cho] = [
    await createAgentWithKey({ name: 'Ann' }),
    await createAgentWithKey({ name: 'Bob' }),
    await createAgentWithKey({ name: 'Cho' }),
  ]
  const keyring = startKeyring()
  await untilListening(keyring)
  for (const { key } of [ann, bob, cho]) await keyring.authenticate(key)
  keyring.queries.length = 0

  await createAgentWithKey({ name: 'Dan' })
  await updateAgent(db, workspaceId, 'Bob', { denied_tools: ['a'] })
  await revokeKey(db, workspaceId, cho.id)
  await eventually(() => expect(keyring.authenticate(cho.key)).rejects.toThrow('revoked'))
  await eventually(async () => {
    const { access } = await keyring.authenticate(bob.key)
    expect(access.rules).toEqual([{ allowed: null, denied: ['a'] }])
  })
  expect((await keyring.authenticate(ann.key)).agent).toBe('Ann')
  const lookups = keyring.queries.filter((query) => query.includes('api_keys'))
  expect(lookups, 'only for the two that changed').toHaveLength(2)
})

test('the last use of a key is written later, and changes nothing for the caches', async () => {
  const { db, createAgentWithKey, startKeyring, workspaceId } = await testWorkspace()
  const { key } = await createAgentWithKey({ name: 'Ann' })
  await createAgentWithKey({ name: 'Idle' })
  const keyring = startKeyring()
  await untilListening(keyring)
  await keyring.authenticate(key)
  const uses = async () =>
    Object.fromEntries(
      (await listKeys(db, workspaceId)).rows.map(({ agent, last_used_at }) => [
        agent,
        last_used_at,
      ]),
    )
  expect(await uses()).toEqual({ Ann: null, Idle: null })
  await keyring.close()
  expect(await uses()).toEqual({ Ann: expect.any(Date), Idle: null })
  keyring.queries.length = 0
  await keyring.authenticate(key)
  expect(keyring.queries).toEqual([])
})

test('a name in x-agent that is probably misspelt is refused, any other is not', async () => {
  const { createAgentWithKey, startKeyring } = await testWorkspace()
  await createAgentWithKey({ name: 'Sales' })
  await createAgentWithKey({ name: 'worker1' })
  const { authenticate } = startKeyring()
  for (const agent of ['Sale', 'sales', 'Slaes']) {
    const error = await authenticate(ROOT_KEY, { agent }).catch((error) => error)
    expect(error).toMatchObject({ code: 'not_found' })
    expect(error.message).toBe(`No agent '${agent}'.`)
    expect(error.suggestion).toContain("Did you mean 'Sales'?")
  }
  for (const agent of ['worker2', 'worker', 'Support', 'A', 'B']) {
    expect((await authenticate(ROOT_KEY, { agent })).agent).toBe(agent)
  }
  const deceptive = await authenticate(ROOT_KEY, { agent: 'S\u0430les' }).catch((error) => error)
  expect(deceptive).toMatchObject({ code: 'invalid_input' })
})

test('a key that was just created works, even if it was tried before', async () => {
  const { db, createAgentWithKey, startKeyring } = await testWorkspace()
  const keyring = startKeyring()
  await untilListening(keyring)
  const { id, key } = await createAgentWithKey({ name: 'Sales' })
  const row = await db.deleteFrom('api_keys').where('id', '=', id).returningAll().executeTakeFirst()
  await expect(keyring.authenticate(key)).rejects.toThrow('not known')
  if (row !== undefined) await db.insertInto('api_keys').values(row).execute()
  await eventually(async () => {
    expect((await keyring.authenticate(key)).agent).toBe('Sales')
  })
})
