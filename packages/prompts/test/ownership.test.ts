import { describe, expect, test } from 'vitest'
import { changeSchedule, pauseSchedule, runNow } from '../src/index.ts'
import { useTestWorkspaces } from './use-test-workspaces.ts'

const open = useTestWorkspaces()

const FORBIDDEN = { code: 'forbidden' }

describe('A17: a schedule belongs to its creator and its recipient', () => {
  async function scheduled() {
    const workspace = await open({ letta: undefined })
    for (const agent of ['Boss', 'Clerk', 'Other']) await workspace.createAgent(agent)
    const { id } = await workspace.as('Boss').call('promptyoself_schedule_every', {
      agent_id: 'Clerk',
      prompt: 'Report',
      every: '1h',
    })
    const scope = (agent: string, options = {}) => ({
      db: workspace.db,
      caller: workspace.callerFor(agent, options),
      now: workspace.clock.now,
    })
    return { ...workspace, id, scope, prompts: workspace.prompts }
  }

  test('another agent reads it, and can neither change, redirect, pause, run nor cancel it', async () => {
    const { as, id, scope, prompts } = await scheduled()
    expect((await as('Other').call('promptyoself_list')).count).toBe(1)
    const error = await as('Other').fail('promptyoself_cancel', { schedule_id: id })
    expect(error).toMatchObject({
      ...FORBIDDEN,
      message: `Schedule ${id} was created by 'Boss' for 'Clerk'; only they and the operator may change it.`,
    })
    const other = scope('Other')
    await expect(changeSchedule(other, id, { agent_id: 'Other' })).rejects.toMatchObject(FORBIDDEN)
    await expect(pauseSchedule(other, id)).rejects.toMatchObject(FORBIDDEN)
    await expect(runNow(other, prompts, id)).rejects.toMatchObject(FORBIDDEN)
    expect((await as('Boss').call('promptyoself_list')).schedules).toMatchObject([
      { agent_id: 'Clerk', state: 'active' },
    ])
  })

  test.each(['Boss', 'Clerk'])('%s may change and cancel it', async (agent) => {
    const { as, id, scope } = await scheduled()
    await changeSchedule(scope(agent), id, { prompt: 'Report now' })
    await as(agent).call('promptyoself_cancel', { schedule_id: id })
  })

  test('so may the operator, and an agent that may call pause_prompts', async () => {
    const { as, id, scope } = await scheduled()
    await changeSchedule(scope('root', { isRoot: true }), id, { prompt: 'Report now' })
    const admin = as('Other', { allowed: ['*', 'pause_prompts'] })
    await admin.call('promptyoself_cancel', { schedule_id: id })
  })

  test('an agent may cancel a prompt for its id on Letta', async () => {
    const { as, createAgent } = await open({ letta: ['agent-theirs'] })
    await createAgent('Theirs', { letta_agent_id: 'agent-theirs' })
    const { id } = await as('Boss').call('promptyoself_schedule_every', {
      agent_id: 'agent-theirs',
      prompt: 'Report',
      every: '1h',
    })
    await as('Theirs').call('promptyoself_cancel', { schedule_id: id })
  })
})

test('pause_prompts pauses and resumes every prompt of the workspace', async () => {
  const { as, clock } = await open({ letta: undefined })
  await as('Me').call('promptyoself_schedule_every', { prompt: 'x', every: '5m' })
  const admin = as('Admin', { allowed: ['pause_prompts'] })
  expect(await admin.call('pause_prompts', { paused: true })).toMatchObject({ changed: true })
  expect(await admin.call('pause_prompts', { paused: true })).toMatchObject({ changed: false })
  clock.advance(301)
  expect((await as('Me').call('promptyoself_execute')).executed).toEqual([])
  expect(await admin.call('pause_prompts', { paused: false })).toMatchObject({ changed: true })
  expect((await as('Me').call('promptyoself_execute')).executed).toHaveLength(1)
})
