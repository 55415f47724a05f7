import {
  startLetta,
  startOpenAi,
  startSubconscious,
  startWebhookReceiver,
} from '@quartermaster/testing'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listAttempts } from '../src/index.ts'
import { openTestDelivery } from './test-delivery.ts'

type Options = Parameters<typeof openTestDelivery>[0]

/** A delivery to an agent with these settings, and an attempt at it. */
async function deliverTo(deliverTo: object, options: Options = {}) {
  const workspace = await openTestDelivery(options)
  await workspace.createAgent('Agent', deliverTo)
  const id = await workspace.createDelivery('Agent')
  const attempt = () => workspace.delivery.deliver({ id, forced: true })
  return { ...workspace, id, attempt }
}

describe('a webhook', () => {
  async function toWebhook(settings: object = {}, path = '') {
    const server = await startWebhookReceiver()
    onTestFinished(() => server.stop())
    const url = server.url + path
    return { server, ...(await deliverTo({ kind: 'webhook', url, ...settings })) }
  }

  test('is signed per Standard Webhooks, with every key during a rotation', async () => {
    const secrets = [
      `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
      Buffer.alloc(24, 2).toString('base64'),
    ]
    const headers = { 'x-team': 'red' }
    const { server, attempt, id, find } = await toWebhook({ secrets, headers }, '/in?a=b')
    await attempt()
    const [request] = server.received
    expect(request).toMatchObject({
      method: 'POST',
      path: '/in',
      headers: { 'x-team': 'red', 'content-type': 'application/json' },
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      type: 'prompt.due',
      timestamp: (await find(id))?.due_at.toISOString(),
      data: { delivery_id: id, schedule_id: null, agent_id: 'Agent', prompt: 'Hello' },
    })
    const signatures = request?.headers['webhook-signature']?.split(' ') ?? []
    const at = new Date(Number(request?.headers['webhook-timestamp']) * 1000)
    const sign = (secret: string) =>
      new Webhook(secret).sign(request?.headers['webhook-id'] ?? '', at, request?.body ?? '')
    expect(signatures).toEqual(secrets.map(sign))
  })

  test('that answers 410 is not attempted again', async () => {
    const { server, attempt, id, find } = await toWebhook()
    server.answer((_received, response) => response.writeHead(410).end())
    await attempt()
    expect(await find(id)).toMatchObject({ state: 'failed', attempts: 1 })
  })

  test('at a private address is not called, and the error names the setting', async () => {
    const { attempt } = await deliverTo({ kind: 'webhook', url: 'http://10.0.0.1/' })
    expect(await attempt()).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('QM_OUTBOUND_ALLOW'),
    })
  })

  test('that answers 200 and never ends its body has received the prompt, once', async () => {
    const { server, attempt, id, db } = await toWebhook()
    server.answer((_received, response) => {
      response.writeHead(200).write('{')
      const drip = setInterval(() => response.write(' '), 500)
      response.once('close', () => clearInterval(drip))
    })
    expect(await attempt()).toMatchObject({ outcome: 'delivered' })
    expect(await listAttempts(db, id)).toMatchObject([{ status: 200 }])
    expect(server.received).toHaveLength(1)
  })

  test('that answers 200 and closes the connection has received the prompt', async () => {
    const { server, attempt } = await toWebhook()
    server.answer((_received, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{')
      setTimeout(() => response.destroy(), 100)
    })
    expect(await attempt()).toMatchObject({ outcome: 'delivered' })
  })

  test('that redirects has not received the prompt', async () => {
    const { server, attempt } = await toWebhook()
    server.answer((_received, response) => response.writeHead(302, { location: server.url }).end())
    expect(await attempt()).toMatchObject({
      outcome: 'failed',
      error: 'The webhook answered with status 302',
    })
    expect(server.received).toHaveLength(1)
  })

  test('gets its new settings at the next attempt', async () => {
    const server = await startWebhookReceiver()
    onTestFinished(() => server.stop())
    const { attempt, pool, workspaceId } = await deliverTo({
      kind: 'webhook',
      url: 'http://127.0.0.1:1/',
    })
    expect(await attempt()).toMatchObject({ error: 'The webhook cannot be reached' })
    const settings = JSON.stringify({ kind: 'webhook', url: server.url })
    await pool.query('update agents set deliver_to = $1 where workspace_id = $2', [
      settings,
      workspaceId,
    ])
    expect(await attempt()).toMatchObject({ outcome: 'delivered' })
  })
})

test('an OpenAI-compatible endpoint gets the prompt as the user message', async () => {
  const server = await startOpenAi('sk-1')
  onTestFinished(() => server.stop())
  const { attempt, id } = await deliverTo({
    kind: 'openai',
    base_url: `${server.url}/v1/`,
    model: 'small',
    api_key: 'sk-1',
    system: 'Be brief.',
  })
  expect(await attempt()).toMatchObject({ outcome: 'delivered', runId: 'chatcmpl-1' })
  expect(server.requests[0]).toMatchObject({
    path: '/v1/chat/completions',
    headers: { 'idempotency-key': id },
  })
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    model: 'small',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ],
  })
})

test('Subconscious gets a run with the prompt as its instructions', async () => {
  const server = await startSubconscious('sub-1')
  onTestFinished(() => server.stop())
  const tools = [{ type: 'platform', id: 'fast_search' }]
  const { attempt } = await deliverTo({
    kind: 'subconscious',
    base_url: `${server.url}/v1`,
    api_key: 'sub-1',
    tools,
  })
  expect(await attempt()).toMatchObject({ outcome: 'delivered', runId: 'run-1' })
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    engine: 'tim-gpt',
    input: { instructions: 'Hello', tools },
  })
})

describe('Letta', () => {
  async function toLetta() {
    const server = await startLetta({ agents: ['agent-1'], token: 'secret-token' })
    onTestFinished(() => server.stop())
    const letta = { baseUrl: server.url, token: 'secret-token', workspace: 'default' }
    return { server, ...(await deliverTo({ kind: 'letta', agent_id: 'agent-1' }, { letta })) }
  }

  test('gets the delivery’s id as the message’s, and its run id is the receipt', async () => {
    const { server, attempt, id } = await toLetta()
    expect(await attempt()).toMatchObject({ outcome: 'delivered', runId: 'run-1' })
    expect(server.messages).toMatchObject([{ otid: id }])
  })

  test('that refuses the credentials fails with the names of the variables', async () => {
    const { server, attempt } = await toLetta()
    server.fail('agent-1', 401)
    expect(await attempt()).toMatchObject({
      error: expect.stringContaining('check LETTA_API_KEY'),
    })
  })

  test('that has a message of a crashed worker does not get it again', async () => {
    const { server, attempt, id, pool } = await toLetta()
    await attempt()
    await pool.query("update deliveries set state = 'pending', in_doubt = 'lost' where id = $1", [
      id,
    ])
    expect(await attempt()).toMatchObject({ outcome: 'delivered', runId: 'run-1' })
    expect(server.messages).toHaveLength(1)
  })
})
