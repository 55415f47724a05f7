import { describe, expect, test } from 'vitest'
import { PROMPT, useTestWorkspaces } from './use-test-workspaces.ts'

const open = useTestWorkspaces()

const ASK = { prompt: 'Hello', every: '5m' }

describe('F6: blank metadata', () => {
  const infer = async (metadata: Record<string, unknown>) => {
    const { as } = await open({ settings: { agentIds: { LETTA_AGENT_ID: 'agent-1' } } })
    const caller = as('A', { metadata })
    return caller.call('promptyoself_schedule_every', ASK).then(
      ({ message }) => message,
      ({ message }) => message,
    )
  }

  test.each([{ agent_id: '  ' }, { agentId: '\t' }, { agent: { id: ' ' } }])(
    '%j is an error',
    async (metadata) => {
      expect(await infer(metadata)).toContain('is not a usable agent id')
    },
  )

  test.each([{ agent_id: null }, { agent_id: '' }, { agent: { id: null } }])(
    '%j counts as absent',
    async (metadata) => {
      expect(await infer(metadata)).toContain('for agent agent-1')
    },
  )
})

test('F10: an unknown agent gets the closest name, and no advice to skip validation', async () => {
  const { as, createAgent } = await open({ letta: undefined })
  await createAgent('Research')
  const error = await as('Me').fail('promptyoself_schedule_every', { ...ASK, agent_id: 'Reserch' })
  expect(error.suggestion).toBe("Did you mean 'Research'?")
  const far = await as('Me').fail('promptyoself_schedule_every', { ...ASK, agent_id: 'Zebra' })
  expect(far.suggestion).toContain('promptyoself_agents')
  expect(far.suggestion).not.toContain('skip_validation')
})

test('F7: a misspelt agent that is not checked gives a warning', async () => {
  const { as, createAgent } = await open({ letta: undefined })
  await createAgent('Research')
  const { message } = await as('Me').call('promptyoself_schedule_every', {
    ...ASK,
    agent_id: 'Reserch',
    skip_validation: true,
  })
  expect(message).toContain(
    "No agent 'Reserch' is registered in this workspace. Did you mean 'Research'?",
  )
})

test('F11: cancel takes the id that scheduling answers with', async () => {
  const { as } = await open()
  const { id } = await as('A').call('promptyoself_schedule_every', { ...PROMPT, every: '5m' })
  expect(await as('A').call('promptyoself_cancel', { id })).toMatchObject({ cancelled_id: id })
  expect((await as('A').fail('promptyoself_cancel', { id: 9999 })).message).toBe(
    'Schedule 9999 not found or already cancelled',
  )
  const both = await as('A').fail('promptyoself_cancel', { id: 1, schedule_id: 2 })
  expect(both.message).toContain("Unknown parameter 'id'")
})

test('F13: a time in words is answered with the current time and an example', async () => {
  const { as } = await open()
  const error = await as('A').fail('promptyoself_schedule_time', {
    ...PROMPT,
    time: 'tomorrow 9am',
  })
  expect(error.suggestion).toContain('It is 2030-01-01T00:00:00+00:00 now.')
  expect(error.suggestion).toContain('2030-01-02T09:00:00Z')
})

test.each([
  ['promptyoself_schedule_time', 'time', {}],
  ['promptyoself_schedule_every', 'start_at', { every: '1h' }],
  ['promptyoself_schedule_every', 'end_at', { every: '1h' }],
])('%s with seconds since 1970 as %s shows the same time as text', async (name, field, input) => {
  const { as } = await open()
  const error = await as('A').fail(name, { ...PROMPT, ...input, [field]: 4_070_908_800 })
  expect(error.suggestion).toContain(`Send {"${field}":"2099-01-01T00:00:00Z"}.`)
})

test('F13: cron for 30 February says that the date never occurs', async () => {
  const { as } = await open()
  const error = await as('A').fail('promptyoself_schedule_cron', { ...PROMPT, cron: '0 0 30 2 *' })
  expect(error.message).toBe("Invalid cron expression: '0 0 30 2 *' names a date that never occurs")
})

test('F14: an interval may be a number of seconds', async () => {
  const { as } = await open()
  const { next_run } = await as('A').call('promptyoself_schedule_every', { ...PROMPT, every: 45 })
  expect(next_run).toBe('2030-01-01T00:00:45+00:00')
  const error = await as('A').fail('promptyoself_schedule_every', { ...PROMPT, every: 4.5 })
  expect(error.message).toContain('"30s", "5m" or "1h"')
})

test('F16: without Letta its connection test is a conflict that names the variable', async () => {
  const { as } = await open({ letta: undefined })
  expect(await as('A').fail('promptyoself_test')).toMatchObject({
    code: 'conflict',
    message: 'Failed to test connection: Letta is not configured: set LETTA_BASE_URL',
  })
})

test('A20: a process that only answers calls does not start the loop', async () => {
  const { as, prompts } = await open({ letta: undefined, canWork: false })
  const { status, message } = await as('A').call('promptyoself_execute', { loop: true })
  expect([status, message]).toEqual([
    'success',
    'Scheduler loop runs in the worker processes; this process only answers calls',
  ])
  expect(prompts.isWorking()).toBe(false)
})
