import { describe, expect, test } from 'vitest'
import { BACKENDS } from '../test-workspace.ts'
import { EVERY, useCaseWorkspaces } from './case-workspaces.ts'

describe.each(BACKENDS)('on %s', (backend) => {
  const open = useCaseWorkspaces(backend)

  test('P28: without any agent id nothing is scheduled', async () => {
    const { as, count } = await open()
    const error = await as('A').fail('promptyoself_schedule_every', {
      prompt: 'Hello',
      every: '5m',
    })
    expect(error.message).toMatch(/^agent_id is required and could not be inferred/)
    expect(await count()).toBe(0)
  })

  test.each(['null', 'None', '', ' NULL '])(
    'P29: agent_id %j counts as absent',
    async (agent_id) => {
      const { as } = await open({ settings: { agentIds: { LETTA_AGENT_ID: 'agent-2' } } })
      await as('A').call('promptyoself_schedule_every', { ...EVERY, agent_id, every: '5m' })
      const { schedules } = await as('A').call('promptyoself_list')
      expect(schedules).toMatchObject([{ agent_id: 'agent-2' }])
    },
  )

  test('P31: metadata wins over the environment, each in its own order', async () => {
    const agentIds = {
      PROMPTYOSELF_DEFAULT_AGENT_ID: 'e1',
      LETTA_AGENT_ID: 'e2',
      LETTA_DEFAULT_AGENT_ID: 'e3',
    }
    const infer = async (metadata: object, env: object) => {
      const { as } = await open({ settings: { agentIds: env } })
      const agent = as('A', { metadata: metadata as Record<string, unknown> })
      const answer = await agent.call('promptyoself_inference_diagnostics')
      return [answer.inferred_agent_id, answer.inference_debug.source, answer.inference_debug.key]
    }
    const nested = { agent: { id: 'b', agent_id: 'a' } }
    expect(await infer({ agentId: 'm', ...nested }, agentIds)).toEqual(['m', 'metadata', 'agentId'])
    expect(await infer(nested, agentIds)).toEqual(['a', 'metadata', 'agent.agent_id'])
    expect(await infer({ agent: { id: 'b' } }, agentIds)).toEqual(['b', 'metadata', 'agent.id'])
    expect(await infer({}, agentIds)).toEqual(['e1', 'env', 'PROMPTYOSELF_DEFAULT_AGENT_ID'])
    const { LETTA_AGENT_ID, LETTA_DEFAULT_AGENT_ID } = agentIds
    expect(await infer({}, { LETTA_AGENT_ID, LETTA_DEFAULT_AGENT_ID })).toEqual([
      'e2',
      'env',
      'LETTA_AGENT_ID',
    ])
    expect(await infer({}, { LETTA_DEFAULT_AGENT_ID })).toEqual([
      'e3',
      'env',
      'LETTA_DEFAULT_AGENT_ID',
    ])
    expect(await infer({ agentId: 'null' }, agentIds)).toMatchObject([
      'e1',
      'env',
      expect.anything(),
    ])
    expect(await infer({ agentId: 42 }, agentIds)).toEqual([null, 'metadata', 'agentId'])
  })

  test('P32: the single-agent fallback needs exactly one agent on Letta', async () => {
    const infer = async (letta: string[]) => {
      const { as } = await open({ letta, settings: { singleAgentFallback: true } })
      return as('A')
        .call('promptyoself_schedule_every', { prompt: 'Hello', every: '5m' })
        .catch((error) => error.message)
    }
    expect(await infer(['only'])).toMatchObject({ status: 'success' })
    expect(await infer(['one', 'two'])).toMatch(/^agent_id is required and could not be inferred/)
    expect(await infer([])).toMatch(/^agent_id is required and could not be inferred/)
  })

  test('P33, P34: an agent that Letta does not have is reported before other errors', async () => {
    const { as, count } = await open()
    const x = { agent_id: 'x', prompt: 'Hello' }
    const error = await as('A').fail('promptyoself_schedule_cron', { ...x, cron: '0 9 * * *' })
    expect(error.message).toMatch(/^Agent validation failed: /)
    const both = await as('A').fail('promptyoself_schedule_cron', { ...x, cron: 'bad' })
    expect(both.message).toMatch(/^Agent validation failed: /)
    expect(await count()).toBe(0)
    const skipped = { ...x, cron: '0 9 * * *', skip_validation: true }
    expect(await as('A').call('promptyoself_schedule_cron', skipped)).toMatchObject({
      status: 'success',
    })
  })

  test('P36: while Letta is down nothing is scheduled', async () => {
    const { as, count, letta } = await open()
    await letta.stop()
    const error = await as('A').fail('promptyoself_schedule_every', { ...EVERY, every: '5m' })
    expect(error).toMatchObject({
      code: 'upstream_failed',
      message: 'Agent validation failed: Letta cannot be reached.',
    })
    expect(await count()).toBe(0)
  })

  test('P37: the arguments that Letta adds to calls are ignored', async () => {
    const { as } = await open()
    const extra = { request_heartbeat: true, mcp_server_name: 'x' }
    const answer = await as('A').call('promptyoself_schedule_every', {
      ...EVERY,
      every: '5m',
      ...extra,
    })
    expect(answer.status).toBe('success')
    expect(await as('A').call('promptyoself_list', extra)).toEqual(
      await as('A').call('promptyoself_list'),
    )
  })

  test('P59: diagnostics show the source and no secrets', async () => {
    const { as } = await open({ settings: { agentIds: { LETTA_AGENT_ID: 'agent-1' } } })
    const answer = await as('A', { metadata: { trace: 'abc' } }).call(
      'promptyoself_inference_diagnostics',
    )
    expect(answer).toEqual({
      status: 'ok',
      ctx_present: true,
      ctx_metadata_keys: ['trace'],
      env: {
        PROMPTYOSELF_DEFAULT_AGENT_ID: false,
        LETTA_AGENT_ID: true,
        LETTA_DEFAULT_AGENT_ID: false,
      },
      single_agent_fallback_enabled: false,
      inferred_agent_id: 'agent-1',
      inference_debug: { source: 'env', key: 'LETTA_AGENT_ID' },
    })
    expect(JSON.stringify(answer)).not.toContain('secret-token')
  })
})
