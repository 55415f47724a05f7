import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestWorkspace } from './test-workspace.ts'
import { execute } from './use-test-workspaces.ts'

const LETTA = ['operators', 'tenants', 'neighbours']

/** A workspace that the Letta server does not belong to, with one agent of its own on it. */
async function tenant() {
  const workspace = await openTestWorkspace({
    letta: LETTA,
    lettaWorkspace: 'default',
    settings: { agentIds: { LETTA_AGENT_ID: 'operators' } },
  })
  await workspace.createAgent('Mine', { letta_agent_id: 'tenants' })
  return workspace
}

/** An agent of yet another workspace. */
async function registerNeighbour({ db }: Awaited<ReturnType<typeof tenant>>) {
  const { id } = await db
    .insertInto('workspaces')
    .values({ name: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('agents')
    .values({ workspace_id: id, name: 'Neighbour', letta_agent_id: 'neighbours' })
    .execute()
}

const ASK = { prompt: 'Hello', every: '5m' }

test('A5: a workspace lists its own agents, and nothing of the Letta server', async () => {
  const { as } = await tenant()
  expect((await as('Mine').call('promptyoself_agents')).agents).toEqual([
    { id: 'Mine', name: 'Mine', description: 'Gets its prompts by letta' },
  ])
})

test('A5: a workspace prompts only its own agents on Letta', async () => {
  const workspace = await tenant()
  const { as, letta, clock } = workspace
  await as('Mine').call('promptyoself_schedule_every', { ...ASK, agent_id: 'Mine' })
  await as('Mine').call('promptyoself_schedule_every', { ...ASK, agent_id: 'tenants' })
  const error = await as('Mine').fail('promptyoself_schedule_every', {
    ...ASK,
    agent_id: 'operators',
  })
  expect(error).toMatchObject({
    code: 'not_found',
    message: "Agent validation failed: there is no agent 'operators' in this workspace.",
  })
  clock.advance(301)
  await execute(workspace)
  expect(letta.messages.map(({ agentId }) => agentId)).toEqual(['tenants', 'tenants'])
})

test('A5: skip_validation does not reach another workspace’s agent either', async () => {
  const workspace = await tenant()
  const { as, letta, clock } = workspace
  const { message } = await as('Mine').call('promptyoself_schedule_every', {
    ...ASK,
    agent_id: 'operators',
    skip_validation: true,
  })
  expect(message).toContain("No agent 'operators' is registered in this workspace.")
  clock.advance(301)
  await execute(workspace)
  expect(letta.messages).toEqual([])
})

test('A5: the default agents of the environment belong to the workspace of the Letta server', async () => {
  const { as, letta } = await tenant()
  const inferred = await as('Nobody').call('promptyoself_inference_diagnostics')
  expect(inferred).toMatchObject({
    inferred_agent_id: 'Nobody',
    inference_debug: { source: 'caller' },
  })
  expect(letta.messages).toEqual([])
})

test('A5: the workspace of the Letta server reaches every agent but those of other workspaces', async () => {
  const workspace = await openTestWorkspace({ letta: LETTA })
  await registerNeighbour(workspace)
  const { as, letta, clock } = workspace
  const { agents } = await as('A').call('promptyoself_agents')
  expect(agents.map(({ id }: { id: string }) => id)).toEqual(['operators', 'tenants'])
  await as('A').call('promptyoself_schedule_every', { ...ASK, agent_id: 'operators' })
  const error = await as('A').fail('promptyoself_schedule_every', {
    ...ASK,
    agent_id: 'neighbours',
  })
  expect(error.code).toBe('not_found')
  await as('A').call('promptyoself_schedule_every', {
    ...ASK,
    agent_id: 'neighbours',
    skip_validation: true,
  })
  clock.advance(301)
  await execute(workspace)
  expect(letta.messages.map(({ agentId }) => agentId)).toEqual(['operators'])
})

test('agents do not see the address of the Letta server; the operator does', async () => {
  const { as, letta } = await openTestWorkspace({ letta: ['agent-1'] })
  for (const tool of ['health', 'promptyoself_test']) {
    const seen = JSON.stringify(await as('A').call(tool))
    expect(seen).not.toContain(letta.url)
    const operator = JSON.stringify(await as('root', { isRoot: true }).call(tool))
    expect(operator).toContain(letta.url)
  }
})
