import type { Page } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  createAgent,
  createKey,
  createWorkspace,
  deleteAgent,
  deleteExpiredKeys,
  deleteRole,
  deleteWorkspace,
  findAgent,
  findWorkspaceByName,
  getAgent,
  listAgents,
  listKeys,
  listRoles,
  listWorkspaces,
  revokeKey,
  saveRole,
  updateAgent,
} from '../src/index.ts'
import { testWorkspace } from './test-workspace.ts'

test('the name of a workspace is unique', async () => {
  const { db } = await testWorkspace()
  const acme = await createWorkspace(db, 'acme')
  await expect(createWorkspace(db, 'acme')).rejects.toMatchObject({
    code: 'conflict',
    message: "There is already a workspace 'acme'",
  })
  expect(await findWorkspaceByName(db, 'acme')).toEqual(acme)
  expect(await findWorkspaceByName(db, 'Acme')).toBeUndefined()
  expect(names(await listWorkspaces(db))).toEqual(['acme', 'default'])
})

test('an agent can be registered, changed in part, and deleted', async () => {
  const { db, workspaceId } = await testWorkspace()
  const created = await createAgent(db, workspaceId, {
    name: 'Sales',
    allowed_tools: [],
    deliver_to: { kind: 'webhook', url: 'https://example.com/in' },
  })
  expect(created).toMatchObject({
    name: 'Sales',
    role: null,
    allowed_tools: [],
    denied_tools: [],
    letta_agent_id: null,
    deliver_to: { kind: 'webhook', url: 'https://example.com/in' },
  })
  expect(await getAgent(db, workspaceId, 'Sales')).toEqual(created)

  const changed = await updateAgent(db, workspaceId, 'Sales', { allowed_tools: null, role: 'r' })
  expect(changed).toMatchObject({ allowed_tools: null, role: 'r', deliver_to: created.deliver_to })
  expect(changed.updated_at > created.updated_at).toBe(true)
  expect(await updateAgent(db, workspaceId, 'Sales', {})).toMatchObject({ role: 'r' })

  await deleteAgent(db, workspaceId, 'Sales')
  expect(await findAgent(db, workspaceId, 'Sales')).toBeUndefined()
})

test('look-alike names are refused for new agents, workspaces and roles', async () => {
  const { db, workspaceId } = await testWorkspace()
  const refused = { code: 'invalid_input' }
  for (const name of ['\u0410nn', 'An\u200bn', '\u202ennA']) {
    await expect(createAgent(db, workspaceId, { name })).rejects.toMatchObject(refused)
    await expect(createWorkspace(db, name)).rejects.toMatchObject(refused)
    await expect(saveRole(db, workspaceId, { name })).rejects.toMatchObject(refused)
  }
  await createAgent(db, workspaceId, { name: 'Анна' })
})

test('a misspelt role is refused, one that does not exist yet is not', async () => {
  const { db, workspaceId } = await testWorkspace()
  await saveRole(db, workspaceId, { name: 'reader' })
  const misspelt = { message: "No role 'raeder'. Did you mean 'reader'?" }
  const agent = { name: 'Sales', role: 'raeder' }
  await expect(createAgent(db, workspaceId, agent)).rejects.toMatchObject(misspelt)
  await createAgent(db, workspaceId, { name: 'Sales', role: 'future' })
  const change = updateAgent(db, workspaceId, 'Sales', { role: 'raeder' })
  await expect(change).rejects.toMatchObject(misspelt)
})

test('an agent has at most a thousand limited keys that are valid', async () => {
  const { db, createAgentWithKey, workspaceId } = await testWorkspace()
  const limited = { paths: ['/v1/tools/a'], expiresAt: new Date('2100-01-01') }
  const { id } = await createAgentWithKey({ name: 'Sales' }, limited)
  await sql`insert into api_keys (id, agent_id, hash, paths, expires_at)
    select 'k' || n, agent_id, hash, paths, expires_at
    from api_keys, generate_series(1, 999) n where id = ${id}`.execute(db)
  await expect(createKey(db, workspaceId, 'Sales', limited)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Agent "Sales" has 1000 limited keys already',
  })
  await createKey(db, workspaceId, 'Sales')
  await revokeKey(db, workspaceId, 'k1')
  await createKey(db, workspaceId, 'Sales', limited)
})

test('a workspace is deleted with everything in it, but not the default one', async () => {
  const { db } = await testWorkspace()
  const { id } = await createWorkspace(db, 'acme')
  await createAgent(db, id, { name: 'Sales' })
  await createKey(db, id, 'Sales')
  await deleteWorkspace(db, 'acme')
  expect(await findWorkspaceByName(db, 'acme')).toBeUndefined()
  expect(await db.selectFrom('api_keys').selectAll().execute()).toEqual([])
  await expect(deleteWorkspace(db, 'acme')).rejects.toMatchObject({ code: 'not_found' })
  await expect(deleteWorkspace(db, 'default')).rejects.toMatchObject({ code: 'conflict' })
})

test('the name of an agent is unique in its workspace', async () => {
  const { db, workspaceId } = await testWorkspace()
  const other = await createWorkspace(db, 'other')
  await createAgent(db, workspaceId, { name: 'Sales' })
  await createAgent(db, other.id, { name: 'Sales' })
  await expect(createAgent(db, other.id, { name: 'Sales' })).rejects.toMatchObject({
    code: 'conflict',
    message: "There is already an agent 'Sales'",
  })
})

test('agents, roles and keys of another workspace are not found', async () => {
  const { db, createAgentWithKey, workspaceId } = await testWorkspace()
  const { id } = await createAgentWithKey({ name: 'Sales' })
  await saveRole(db, workspaceId, { name: 'reader' })
  const other = (await createWorkspace(db, 'other')).id
  const missing = { code: 'not_found' }

  for (const [name, role, key] of [
    ['Sales', 'reader', id],
    ['Nobody', 'nothing', 'AAAAAAAAAAAA'],
    ['a\u0000', 'a\u0000', 'a\u0000'],
  ] as const) {
    expect(await findAgent(db, other, name)).toBeUndefined()
    await expect(getAgent(db, other, name)).rejects.toMatchObject(missing)
    await expect(updateAgent(db, other, name, { role })).rejects.toMatchObject(missing)
    await expect(deleteAgent(db, other, name)).rejects.toMatchObject(missing)
    await expect(createKey(db, other, name)).rejects.toMatchObject(missing)
    await expect(deleteRole(db, other, role)).rejects.toMatchObject(missing)
    await expect(revokeKey(db, other, key)).rejects.toMatchObject(missing)
  }
  expect((await listAgents(db, other)).rows).toEqual([])
  expect((await listRoles(db, other)).rows).toEqual([])
  expect((await listKeys(db, other)).rows).toEqual([])
  expect(names(await listAgents(db, workspaceId))).toEqual(['Sales'])
  expect((await listKeys(db, workspaceId)).rows[0]?.revoked_at).toBeNull()
})

test('saving a role again replaces its limits', async () => {
  const { db, workspaceId } = await testWorkspace()
  await saveRole(db, workspaceId, { name: 'reader', allowed_tools: ['a'], denied_tools: ['b'] })
  await saveRole(db, workspaceId, { name: 'reader', allowed_tools: ['c'] })
  const { rows } = await listRoles(db, workspaceId)
  expect(rows).toMatchObject([{ name: 'reader', allowed_tools: ['c'], denied_tools: [] }])
  await deleteRole(db, workspaceId, 'reader')
  expect((await listRoles(db, workspaceId)).rows).toEqual([])
})

test('pages contain everything once', async () => {
  const { db, createAgentWithKey, workspaceId } = await testWorkspace()
  const agents = Array.from({ length: 7 }, (_, i) => `Agent ${i} /+ü`)
  for (const name of agents) await createAgentWithKey({ name })
  await db
    .updateTable('api_keys')
    .set({ created_at: new Date(0) })
    .where('id', '<', 'V')
    .execute()

  const listed = await allPages((cursor) => listAgents(db, workspaceId, { limit: 3, cursor }))
  expect(listed.map(({ name }) => name)).toEqual(agents)

  const keys = await allPages((cursor) => listKeys(db, workspaceId, { limit: 2, cursor }))
  expect(keys.map(({ agent }) => agent).sort()).toEqual(agents)
  const ages = keys.map(({ created_at }) => created_at.getTime())
  expect(ages).toEqual(ages.toSorted((a, b) => b - a))
  await expect(listAgents(db, workspaceId, { cursor: 'x' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('a listed key has everything but its secret', async () => {
  const { db, createAgentWithKey, workspaceId } = await testWorkspace()
  const expiresAt = new Date('2030-01-01T00:00:00Z')
  const { id } = await createAgentWithKey({ name: 'Sales' }, { expiresAt, paths: ['/v1/tools/a'] })
  const { rows } = await listKeys(db, workspaceId)
  expect(rows).toEqual([
    {
      id,
      agent: 'Sales',
      paths: ['/v1/tools/a'],
      created_at: expect.any(Date),
      expires_at: expiresAt,
      revoked_at: null,
      last_used_at: null,
    },
  ])
})

test('revoking a key again changes nothing', async () => {
  const { db, createAgentWithKey, workspaceId } = await testWorkspace()
  const { id } = await createAgentWithKey({ name: 'Sales' })
  const revokedAt = async () => (await listKeys(db, workspaceId)).rows[0]?.revoked_at
  await revokeKey(db, workspaceId, id)
  const first = await revokedAt()
  await revokeKey(db, workspaceId, id)
  expect(first).toBeInstanceOf(Date)
  expect(await revokedAt()).toEqual(first)
})

test('only keys that expired long ago are deleted', async () => {
  const { db, createAgentWithKey, workspaceId } = await testWorkspace()
  await createAgentWithKey({ name: 'Old' }, { expiresAt: new Date('2020-01-01') })
  await createAgentWithKey({ name: 'Fresh' }, { expiresAt: new Date('2030-01-01') })
  await createAgentWithKey({ name: 'Lasting' })
  expect(await deleteExpiredKeys(db, new Date('2025-01-01'))).toBe(1)
  expect(await deleteExpiredKeys(db, new Date('2025-01-01'))).toBe(0)
  const left = (await listKeys(db, workspaceId)).rows.map(({ agent }) => agent)
  expect(left.sort()).toEqual(['Fresh', 'Lasting'])
})

const names = ({ rows }: Page<{ name: string }>) => rows.map(({ name }) => name)

async function allPages<Row>(page: (cursor?: string) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const next = await page(cursor)
    rows.push(...next.rows)
    cursor = next.nextCursor ?? undefined
  } while (cursor !== undefined)
  return rows
}
