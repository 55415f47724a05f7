import { eventually, startLetta, startWebhookReceiver } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { type Answer, startGateway, type TestGateway } from './start-gateway.ts'

/** Time that stands still until a test moves it. */
function standingClock() {
  let now = new Date('2030-01-01T00:00:00Z')
  return {
    clock: () => now,
    advance: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}

async function withLetta(agents: string[], variables: Record<string, string> = {}) {
  const letta = await startLetta({ agents, token: 'letta-token' })
  onTestFinished(() => letta.stop())
  const { prompts } = readConfig({
    LETTA_BASE_URL: letta.url,
    LETTA_API_KEY: 'letta-token',
    ...variables,
  })
  return { letta, config: { prompts } }
}

const keyFor = async (
  gateway: TestGateway,
  name: string,
  settings: object = {},
): Promise<string> => {
  await gateway.request('POST', '/v1/agents', { body: { name, ...settings } })
  const { body } = await gateway.request('POST', `/v1/agents/${name}/keys`, { body: {} })
  return body.key
}

const inbox = (gateway: TestGateway, agent: string) => gateway.as(agent).call('read_inbox')

test('an agent prompts itself without any external system', async () => {
  const gateway = await startGateway()
  await gateway.services.prompts.startWorker()
  const key = await keyFor(gateway, 'Me')
  const call = (tool: string, body: object = {}) =>
    gateway.request('POST', `/v1/tools/${tool}`, { key, body })

  const made = await call('promptyoself_schedule_every', {
    prompt: 'Stretch',
    every: '1s',
    max_repetitions: 1,
  })
  expect(made).toMatchObject({ status: 200, body: { status: 'success', id: expect.any(Number) } })
  let answer: Answer | undefined
  await eventually(async () => {
    answer = await call('read_inbox')
    expect(answer.body.count).toBe(1)
  })
  const [message] = answer?.body.messages ?? []
  expect(message).toMatchObject({ prompt: 'Stretch', schedule_id: made.body.id })
  expect((await call('acknowledge_prompt', { id: message.id })).status).toBe(200)
  expect((await call('read_inbox')).body.messages).toEqual([])

  // The agent that scheduled the prompt sees every attempt.
  const { body } = await gateway.request('GET', `/v1/deliveries/${message.id}`)
  expect(body).toMatchObject({
    state: 'delivered',
    kind: 'inbox',
    attempts: [{ number: 1, outcome: 'delivered' }],
  })
  expect(body.acknowledged_at).not.toBeNull()
})

test('a call that is repeated schedules once', async () => {
  const gateway = await startGateway()
  const body = {
    tool_name: 'promptyoself_schedule_every',
    parameters: { agent_id: 'Me', prompt: 'x', every: '5m' },
    request_id: 'r-1',
  }
  const [first, second] = [
    await gateway.as('Me').call('promptyoself_schedule_every', body),
    await gateway.as('Me').call('promptyoself_schedule_every', body),
  ]
  expect(second.body).toEqual(first.body)
  expect((await gateway.as('Me').call('promptyoself_list')).body.count).toBe(1)
})

test('the envelope’s metadata names the agent', async () => {
  const { letta, config } = await withLetta(['agent-1', 'agent-2'], { LETTA_AGENT_ID: 'agent-2' })
  const gateway = await startGateway({ config })
  const diagnose = (metadata: object) =>
    gateway.as('Me').call('promptyoself_inference_diagnostics', {
      tool_name: 'promptyoself_inference_diagnostics',
      parameters: {},
      metadata,
    })
  expect((await diagnose({ agent: { id: 'agent-1' } })).body).toMatchObject({
    ctx_present: true,
    ctx_metadata_keys: ['agent'],
    inferred_agent_id: 'agent-1',
  })
  expect((await diagnose({})).body).toMatchObject({
    inferred_agent_id: 'agent-2',
    inference_debug: { source: 'env', key: 'LETTA_AGENT_ID' },
  })
  expect((await diagnose({ agentId: 7 })).text).not.toContain('letta-token')
  expect(letta.messages).toEqual([])
})

test('specified errors have their exact texts and statuses', async () => {
  const { config, letta } = await withLetta(['agent-1'])
  const gateway = await startGateway({ config })
  const call = (tool: string, input: object) => gateway.as('Me').call(tool, input)
  const base = { agent_id: 'agent-1', prompt: 'x' }
  for (const [tool, input, status, words] of [
    ['promptyoself_schedule_cron', { ...base, cron: 'bad' }, 400, /^Invalid cron expression: /],
    [
      'promptyoself_schedule_time',
      { ...base, time: '2020-01-01T00:00:00Z' },
      400,
      /must be in the future/,
    ],
    [
      'promptyoself_schedule_every',
      { prompt: 'x', every: '5m' },
      400,
      /^agent_id is required and could not be inferred/,
    ],
    [
      'promptyoself_schedule_every',
      { ...base, agent_id: 'x', every: '5m' },
      404,
      /^Agent validation failed: /,
    ],
    ['promptyoself_cancel', { schedule_id: 'abc' }, 400, /^Schedule ID must be a number$/],
    [
      'promptyoself_cancel',
      { schedule_id: 42 },
      404,
      /^Schedule 42 not found or already cancelled$/,
    ],
    [
      'promptyoself_execute',
      { loop: true, interval: 'abc' },
      400,
      /^Interval must be a number \(seconds\)$/,
    ],
    [
      'promptyoself_schedule_every',
      { ...base, every: '5m', colour: 'red' },
      400,
      /Unknown parameter 'colour'/,
    ],
  ] as const) {
    const answer = await call(tool, input)
    expect([tool, answer.status]).toEqual([tool, status])
    expect(answer.body.error).toMatch(words)
  }
  await letta.stop()
  const down = await call('promptyoself_schedule_every', { ...base, every: '5m' })
  expect(down).toMatchObject({
    status: 502,
    body: { error: expect.stringMatching(/^Agent validation failed: /), retryable: true },
  })
})

test('uploading code is only for agents whose allow-list names it', async () => {
  const { config, letta } = await withLetta(['agent-1'])
  const gateway = await startGateway({ config })
  const source_code = 'def f() -> int:\n    """One."""\n    return 1'
  const upload = (key: string) =>
    gateway.request('POST', '/v1/tools/promptyoself_upload', { key, body: { source_code } })
  const plain = await keyFor(gateway, 'Plain')
  const trusted = await keyFor(gateway, 'Trusted', { allowed_tools: ['promptyoself_upload'] })
  expect((await upload(plain)).status).toBe(403)
  expect(letta.tools).toEqual([])
  expect(await upload(trusted)).toMatchObject({
    status: 200,
    body: { tool_id: 'tool-1', name: 'f' },
  })
})

test('the times of a schedule are shown before it exists', async () => {
  const { request } = await startGateway()
  const preview = (query: string) => request('GET', `/v1/schedules/preview?${query}`)
  const { body } = await preview('cron=0%209%20*%20*%20MON-FRI&timezone=Europe/Berlin&count=8')
  expect(body.count).toBe(8)
  const hours = body.runs.map((at: string) =>
    new Date(at).toLocaleString('en', { timeZone: 'Europe/Berlin', hour: 'numeric' }),
  )
  expect(new Set(hours)).toEqual(new Set(['9 AM']))
  expect((await preview('time=2999-01-01T00:00:00Z')).body.runs).toEqual([
    '2999-01-01T00:00:00+00:00',
  ])
  const [first, second] = (await preview('every=90s&count=2')).body.runs
  expect(Date.parse(second) - Date.parse(first)).toBe(90_000)
  for (const wrong of ['', 'cron=bad', 'every=1m&time=2999-01-01T00:00:00Z', 'every=1d']) {
    expect((await preview(wrong)).status).toBe(400)
  }
})

test('a schedule is read, changed, previewed, paused, resumed and run by its routes', async () => {
  const { clock, advance } = standingClock()
  const gateway = await startGateway({ clock })
  const { body: made } = await gateway.as('Me').call('promptyoself_schedule_cron', {
    prompt: 'Report',
    cron: '0 9 * * *',
    timezone: 'Europe/Berlin',
  })
  const path = `/v1/schedules/${made.id}`
  expect((await gateway.request('GET', path)).body).toMatchObject({
    id: made.id,
    agent_id: 'Me',
    next_run: '2030-01-01T08:00:00+00:00',
    state: 'active',
  })
  expect((await gateway.request('GET', `${path}/preview?count=2`)).body).toEqual({
    runs: ['2030-01-01T08:00:00+00:00', '2030-01-02T08:00:00+00:00'],
    count: 2,
  })
  const changed = await gateway.request('PATCH', path, {
    body: { timezone: 'America/New_York', max_repetitions: 3 },
  })
  expect(changed.body).toMatchObject({ next_run: '2030-01-01T14:00:00+00:00', max_repetitions: 3 })
  expect((await gateway.request('PATCH', path, { body: { cron: 'bad' } })).status).toBe(400)
  expect((await gateway.request('PATCH', path, { body: { agent_id: 'Nobody' } })).status).toBe(404)
  expect((await gateway.request('PATCH', path, { body: { colour: 'red' } })).status).toBe(400)

  expect((await gateway.request('POST', `${path}/pause`)).body).toMatchObject({
    state: 'paused',
    active: true,
  })
  advance(86_400)
  expect((await gateway.as('Me').call('promptyoself_execute')).body.executed).toEqual([])
  expect((await gateway.request('POST', `${path}/resume`)).body).toMatchObject({ paused: false })
  expect((await gateway.as('Me').call('promptyoself_execute')).body.executed).toMatchObject([
    { delivered: true },
  ])

  const run = await gateway.request('POST', `${path}/run`)
  expect(run).toMatchObject({ status: 202, body: { manual: true, schedule_id: made.id } })
  await gateway.as('Me').call('promptyoself_execute')
  expect((await inbox(gateway, 'Me')).body.count).toBe(2)

  const { body: listed } = await gateway.request('GET', '/v1/schedules?limit=1')
  expect(listed).toMatchObject({
    schedules: [{ id: made.id, repetition_count: 1 }],
    next_cursor: null,
  })
  const { body: simulated } = await gateway.request('GET', '/v1/schedules/simulation?days=3')
  expect(simulated).toMatchObject({ count: 2, truncated: false })
  for (const wrong of ['/v1/schedules/999999', '/v1/schedules/999999/preview']) {
    expect((await gateway.request('GET', wrong)).status).toBe(404)
  }
  expect((await gateway.request('GET', '/v1/schedules/abc')).status).toBe(400)
})

test('a whole workspace is paused and resumed with one call', async () => {
  const { clock, advance } = standingClock()
  const gateway = await startGateway({ clock })
  for (const agent of ['A', 'B']) {
    await gateway.as(agent).call('promptyoself_schedule_every', { prompt: 'x', every: '5m' })
  }
  expect((await gateway.request('POST', '/v1/schedules/pause')).body).toEqual({
    paused: true,
    changed: true,
  })
  expect((await gateway.request('GET', '/v1/schedules/pause')).body).toEqual({
    paused: true,
    paused_since: '2030-01-01T00:00:00+00:00',
    paused_by: 'root',
  })
  const { schedules } = (await gateway.request('GET', '/v1/schedules')).body
  expect(schedules).toMatchObject([{ state: 'paused' }, { state: 'paused' }])
  expect((await gateway.request('GET', '/v1/schedules/simulation')).body.runs).toEqual([])
  advance(301)
  expect((await gateway.as('A').call('promptyoself_execute')).body.executed).toEqual([])
  expect((await gateway.request('POST', '/v1/schedules/resume')).body).toEqual({
    paused: false,
    changed: true,
  })
  expect((await gateway.request('GET', '/v1/schedules/pause')).body.paused).toBe(false)
  expect((await gateway.as('A').call('promptyoself_execute')).body.executed).toHaveLength(2)
})

test('a failed delivery is listed, shown and resent', async () => {
  const { clock, advance } = standingClock()
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  receiver.answer((_received, response) => response.writeHead(410).end('private words'))
  const { outboundAllow } = readConfig({ QM_OUTBOUND_ALLOW: '127.0.0.1' })
  const gateway = await startGateway({ clock, config: { outboundAllow } })
  await gateway.request('POST', '/v1/agents', {
    body: { name: 'Hook', deliver_to: { kind: 'webhook', url: receiver.url } },
  })
  await gateway
    .as('Me')
    .call('promptyoself_schedule_every', { agent_id: 'Hook', prompt: 'x', every: '5m' })
  advance(301)
  await gateway.as('Me').call('promptyoself_execute')

  const { body, text } = await gateway.request('GET', '/v1/deliveries?state=dead')
  expect(body).toMatchObject({
    deliveries: [{ agent_id: 'Hook', state: 'failed', attempts_made: 1 }],
    next_cursor: null,
  })
  expect(text).not.toContain('private words')
  const [{ id }] = body.deliveries
  expect((await gateway.request('GET', `/v1/deliveries/${id}`)).body.attempts).toMatchObject([
    { outcome: 'failed', status: 410 },
  ])
  expect((await gateway.request('GET', '/v1/deliveries/troubles')).body.troubles).toMatchObject([
    { agent_id: 'Hook', failures: 1, failed_at: '2030-01-01T00:05:01+00:00' },
  ])

  receiver.answer((_received, response) => response.end())
  expect((await gateway.request('POST', `/v1/deliveries/${id}/resend`)).status).toBe(202)
  expect((await gateway.as('Me').call('promptyoself_execute')).body.executed).toMatchObject([
    { delivered: true },
  ])
  expect((await gateway.request('POST', `/v1/deliveries/${id}/resend`)).status).toBe(409)
  expect((await gateway.request('POST', '/v1/deliveries/nonsense/resend')).status).toBe(404)
  expect(new Set(receiver.received.map((received) => received.id))).toEqual(new Set([id]))
})

test('workspaces do not see each other, and keys reach no further than their tools', async () => {
  const gateway = await startGateway()
  await gateway.request('POST', '/v1/workspaces', { body: { name: 'other' } })
  const { body: made } = await gateway
    .as('Me')
    .call('promptyoself_schedule_every', { prompt: 'x', every: '5m' })
  const elsewhere = { headers: { 'x-workspace': 'other' } }
  for (const [method, path] of [
    ['GET', `/v1/schedules/${made.id}`],
    ['PATCH', `/v1/schedules/${made.id}`],
    ['POST', `/v1/schedules/${made.id}/pause`],
    ['POST', `/v1/schedules/${made.id}/run`],
  ] as const) {
    const body = method === 'PATCH' ? { prompt: 'mine' } : undefined
    expect([path, (await gateway.request(method, path, { ...elsewhere, body })).status]).toEqual([
      path,
      404,
    ])
  }
  const foreign = await gateway
    .as('Me', 'other')
    .call('promptyoself_cancel', { schedule_id: made.id })
  expect(foreign.status).toBe(404)
  expect(
    (await gateway.as('Me', 'other').call('promptyoself_list', { include_cancelled: true })).body
      .count,
  ).toBe(0)

  const reader = await keyFor(gateway, 'Reader', { allowed_tools: ['promptyoself_list'] })
  expect((await gateway.request('GET', '/v1/schedules', { key: reader })).status).toBe(200)
  expect(
    (await gateway.request('POST', `/v1/schedules/${made.id}/pause`, { key: reader })).status,
  ).toBe(403)
  const nobody = await keyFor(gateway, 'Nobody', { allowed_tools: [] })
  expect((await gateway.request('GET', '/v1/deliveries', { key: nobody })).status).toBe(403)
  expect((await gateway.request('GET', '/v1/schedules', { key: null })).status).toBe(401)
})

test('settings that could never work are refused when they are given', async () => {
  const gateway = await startGateway()
  const headers = { 'Webhook-Signature': 'mine' }
  const deliver_to = { kind: 'webhook', url: 'https://example.com', headers }
  const refused = await gateway.request('POST', '/v1/agents', { body: { name: 'A', deliver_to } })
  expect(refused.status).toBe(400)
  expect(refused.body.error).toContain('"Webhook-Signature" cannot be set')
  await gateway.request('POST', '/v1/agents', { body: { name: 'A' } })
  const url = 'https://me:secret@example.com'
  const changed = await gateway.request('PATCH', '/v1/agents/A', {
    body: { deliver_to: { kind: 'webhook', url } },
  })
  expect(changed.status).toBe(400)
  expect(changed.text).not.toContain('secret')
})

test('F16: a webhook at a private address is stored with a warning', async () => {
  const gateway = await startGateway()
  const hook = { kind: 'webhook', url: 'http://127.0.0.1:9/hook' }
  const created = await gateway.request('POST', '/v1/agents', {
    body: { name: 'Hook', deliver_to: hook },
  })
  expect(created).toMatchObject({
    status: 201,
    body: { warnings: [expect.stringContaining('QM_OUTBOUND_ALLOW')] },
  })
  const changed = await gateway.request('PATCH', '/v1/agents/Hook', { body: { deliver_to: hook } })
  expect(changed.body.warnings).toHaveLength(1)
  const inbox = await gateway.request('PATCH', '/v1/agents/Hook', {
    body: { deliver_to: { kind: 'inbox' } },
  })
  expect(inbox.body).not.toHaveProperty('warnings')
})
