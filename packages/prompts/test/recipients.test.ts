import { describe, expect, test } from 'vitest'
import { execute, useTestWorkspaces } from './use-test-workspaces.ts'

const open = useTestWorkspaces()

describe('without Letta', () => {
  const alone = () => open({ letta: undefined })

  test('an agent’s prompts stay in its inbox until it acknowledges them', async () => {
    const { as, clock } = await alone()
    await as('Me').call('promptyoself_schedule_every', { prompt: 'Look at the mail', every: '5m' })
    clock.advance(301)
    await as('Me').call('promptyoself_execute')
    const { messages } = await as('Me').call('read_inbox')
    expect(messages).toMatchObject([
      { prompt: 'Look at the mail', due_at: '2030-01-01T00:05:00+00:00' },
    ])
    expect((await as('You').call('read_inbox')).messages).toEqual([])
    expect((await as('Me').call('read_inbox')).count).toBe(1)

    const { id } = messages[0]
    const foreign = await as('You').fail('acknowledge_prompt', { id })
    expect(foreign.code).toBe('not_found')
    await as('Me').call('acknowledge_prompt', { id })
    expect(await as('Me').call('read_inbox')).toMatchObject({ messages: [], count: 0, more: false })
    const again = await as('Me').call('acknowledge_prompt', { id })
    expect(again.status).toBe('success')
    for (const wrong of ['nonsense', '01a1e286-08fc-7f72-81cf-a0ada352f40d']) {
      expect((await as('Me').fail('acknowledge_prompt', { id: wrong })).code).toBe('not_found')
    }
  })

  test('the inbox is read in pages', async () => {
    const { as, clock } = await alone()
    for (let n = 0; n < 3; n++) {
      await as('Me').call('promptyoself_schedule_every', {
        prompt: `${n}`,
        every: '1s',
        max_repetitions: 1,
      })
      clock.advance(1)
      await as('Me').call('promptyoself_execute')
    }
    const page = await as('Me').call('read_inbox', { limit: 2 })
    expect(page).toMatchObject({
      messages: [{ prompt: '0' }, { prompt: '1' }],
      count: 2,
      more: true,
    })
  })

  test('a list for a misspelt agent names the agent that was probably meant', async () => {
    const workspace = await alone()
    await workspace.createAgent('Colleague')
    const list = (agent_id: string) => workspace.as('Me').call('promptyoself_list', { agent_id })
    expect(await list('Coleague')).toEqual({
      status: 'success',
      schedules: [],
      count: 0,
      warning: "No agent 'Coleague' is registered in this workspace. Did you mean 'Colleague'?",
    })
    expect((await list('Somebody')).warning).toContain('Call promptyoself_agents')
    for (const known of ['Colleague', 'Me']) expect((await list(known)).warning).toBeUndefined()
  })

  test('prompts can be scheduled for agents of the workspace only', async () => {
    const workspace = await alone()
    await workspace.createAgent('Colleague')
    const ask = { prompt: 'Hello', every: '5m' }
    await workspace.as('Me').call('promptyoself_schedule_every', { ...ask, agent_id: 'Colleague' })
    const error = await workspace
      .as('Me')
      .fail('promptyoself_schedule_every', { ...ask, agent_id: 'Stranger' })
    expect(error.message).toContain("Agent validation failed: there is no agent 'Stranger'")
    expect(await workspace.as('Me').call('promptyoself_agents')).toMatchObject({
      agents: [{ id: 'Colleague' }],
    })
  })

  test('the operator has no inbox of its own', async () => {
    const { as } = await alone()
    const error = await as('root', { isRoot: true }).fail('promptyoself_schedule_every', {
      prompt: 'Hello',
      every: '5m',
    })
    expect(error.message).toMatch(/^agent_id is required and could not be inferred/)
  })

  test('tools that need Letta say so', async () => {
    const workspace = await alone()
    await workspace.createAgent('Theirs', { letta_agent_id: 'agent-9' })
    const error = await workspace
      .as('Theirs')
      .fail('promptyoself_schedule_every', { prompt: 'Hello', every: '5m' })
    expect(error.message).toContain('no Letta server is configured')
    expect((await workspace.as('Me').fail('promptyoself_test')).message).toBe(
      'Failed to test connection: Letta is not configured: set LETTA_BASE_URL',
    )
    expect(await workspace.as('Me').call('health')).toMatchObject({
      status: 'healthy',
      letta_base_url: 'http://localhost:8283',
      auth_set: false,
    })
  })
})

describe('with Letta', () => {
  test('an agent’s letta_agent_id is its default, and its deliver_to wins', async () => {
    const workspace = await open({ letta: ['agent-theirs'] })
    await workspace.createAgent('Theirs', { letta_agent_id: 'agent-theirs' })
    await workspace.createAgent('Mine', { deliver_to: { kind: 'inbox' } })
    const ask = { prompt: 'Hello', every: '5m' }
    await workspace.as('Theirs').call('promptyoself_schedule_every', ask)
    await workspace.as('Mine').call('promptyoself_schedule_every', ask)
    workspace.clock.advance(301)
    const executed = await execute(workspace)
    expect(executed).toMatchObject([
      { agent_id: 'agent-theirs', delivered: true },
      { agent_id: 'Mine', delivered: true },
    ])
    expect(workspace.letta.messages).toMatchObject([{ agentId: 'agent-theirs', text: 'Hello' }])
    expect((await workspace.as('Mine').call('read_inbox')).count).toBe(1)
  })

  test('an agent without a letta_agent_id has its inbox, when it is named', async () => {
    const workspace = await open({ settings: { agentIds: { LETTA_AGENT_ID: 'agent-1' } } })
    await workspace.createAgent('Bob')
    const ask = { prompt: 'Hello', every: '5m' }
    await workspace.as('Bob').call('promptyoself_schedule_every', { ...ask, agent_id: 'Bob' })
    workspace.clock.advance(301)
    expect(await execute(workspace)).toMatchObject([{ agent_id: 'Bob', delivered: true }])
    expect((await workspace.as('Bob').call('read_inbox')).messages).toMatchObject([
      { prompt: 'Hello' },
    ])
    expect(workspace.letta.messages).toEqual([])
  })

  test('connection, agents and upload', async () => {
    const workspace = await open()
    workspace.letta.add(...Array.from({ length: 250 }, (_, n) => `more-${n}`))
    expect(await workspace.as('A').call('promptyoself_test')).toMatchObject({
      status: 'success',
      message: 'Connected',
    })
    expect((await workspace.as('A').call('promptyoself_agents')).agents).toHaveLength(251)
    const source_code = 'def roll_d20() -> int:\n    """Roll."""\n    return 4\n'
    const answer = await workspace
      .as('A')
      .call('promptyoself_upload', { source_code, description: 'Rolls' })
    expect(answer).toEqual({ status: 'success', tool_id: 'tool-1', name: 'roll_d20' })
    expect(workspace.letta.tools).toMatchObject([{ source_code, description: 'Rolls' }])
    await workspace.letta.stop()
    expect((await workspace.as('A').fail('promptyoself_agents')).message).toBe(
      'Failed to list agents: Letta cannot be reached',
    )
  })

  test('upload can be switched off', async () => {
    const { as, letta } = await open({ settings: { mayUpload: false } })
    const error = await as('A').fail('promptyoself_upload', { source_code: 'def f(): pass' })
    expect([error.code, letta.tools]).toEqual(['forbidden', []])
  })

  test('a metadata key that is present but unusable is an error', async () => {
    const workspace = await open({ settings: { agentIds: { LETTA_AGENT_ID: 'agent-1' } } })
    for (const metadata of [
      { agent_id: 7 },
      { agent: { id: {} } },
      { agentId: ['x'] },
      { letta_agent_id: 'x\u0000' },
    ]) {
      const error = await workspace
        .as('A', { metadata })
        .fail('promptyoself_schedule_every', { prompt: 'Hello', every: '5m' })
      expect(error.message).toContain('is not a usable agent id')
    }
  })
})
