import { MULTIPLY } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openGateway, ROOT_KEY, startGateway, type TestGateway } from './start-gateway.ts'
import { startWithFolders, WEB } from './toolsets/folders.ts'

// biome-ignore lint/suspicious/noExplicitAny: events have data of every shape.
type Event = { id: string; event: string; data: any }

/** Opens a stream; `next` waits for the first event that matches. */
async function listen(url: string, headers: Record<string, string> = {}, query = '') {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const response = await fetch(`${url}/v1/events${query}`, {
    headers: { 'x-api-key': ROOT_KEY, ...headers },
    signal: stop.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const seen: Event[] = []
  const listeners = new Set<() => void>()
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      seen.push(...blocks.flatMap(toEvent))
      for (const wake of listeners) wake()
    }
  }
  const ended = read().catch(() => {})
  const next = async (matches: (event: Event) => boolean): Promise<Event> => {
    for (;;) {
      const found = seen.find(matches)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => listeners.add(resolve))
    }
  }
  return { next, seen, ended, stop: () => stop.abort() }
}

function toEvent(block: string): Event[] {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^\w+: /, '')]),
  )
  return fields.data === undefined
    ? []
    : [{ id: fields.id ?? '', event: fields.event ?? '', data: JSON.parse(fields.data) }]
}

const isCall = (tool: string, agent: string) => (event: Event) =>
  event.event === 'call' && event.data.tool === tool && event.data.agent === agent

const isChange = (key: string) => (event: Event) =>
  event.event === 'context' && event.data.key === key

async function keyOf({ request }: TestGateway, name: string): Promise<string> {
  const { body } = await request('POST', '/v1/agents', { body: { name, with_key: true } })
  return body.key.key
}

test('the operator sees calls and context changes as they happen', async () => {
  const { url, as } = await startGateway()
  const stream = await listen(url)
  await as('Sales').call('push_context', { key: 'acme', value: '1' })
  const call = await stream.next(isCall('push_context', 'Sales'))
  expect(call.data).toMatchObject({ status: 200, path: '/v1/tools/push_context' })
  const change = await stream.next(isChange('acme'))
  expect(change.data).toMatchObject({ change: 'set', version: 1, by: 'Sales' })
})

test('calls from before the stream was opened are no events', async () => {
  const { url, as, request } = await startGateway()
  await as('Early').call('get_context')
  // Writes the call log.
  await request('GET', '/v1/calls')
  const stream = await listen(url)
  // Each call is an event of a separate read.
  for (const tool of ['push_context', 'list_context', 'get_context']) {
    await as('Late').call(tool, tool === 'push_context' ? { key: 'acme', value: '1' } : {})
    await stream.next(isCall(tool, 'Late'))
  }
  expect(stream.seen.filter(isCall('get_context', 'Early'))).toEqual([])
})

test('an agent sees only its own calls and the keys that it may read', async () => {
  const gateway = await startGateway()
  const key = await keyOf(gateway, 'Sales')
  const stream = await listen(gateway.url, { 'x-api-key': key })
  const push = (name: string, subscribers: string[]) =>
    gateway.as('Support').call('push_context', { key: name, value: '1', subscribers })
  await push('hidden', ['Support'])
  await push('shown', ['Sales'])
  await gateway.request('POST', '/v1/tools/get_context', { key, body: {} })
  await stream.next(isChange('shown'))
  await stream.next(isCall('get_context', 'Sales'))
  expect(stream.seen.filter(({ data }) => data.key === 'hidden')).toEqual([])
  expect(stream.seen.filter(({ data }) => data.agent === 'Support')).toEqual([])
})

test('a stream continues after the last event that the client has seen', async () => {
  const { url, as } = await startGateway()
  const first = await listen(url)
  await as('Sales').call('push_context', { key: 'before', value: '1' })
  await first.next(isCall('push_context', 'Sales'))
  const { id } = await first.next(isChange('before'))
  first.stop()
  await as('Sales').call('push_context', { key: 'between', value: '1' })
  const second = await listen(url, { 'last-event-id': id })
  await second.next(isChange('between'))
  expect(second.seen.filter(isChange('before'))).toEqual([])
})

test('schedules and deliveries are reported', async () => {
  const { url, as, request } = await startGateway()
  await request('POST', '/v1/agents', { body: { name: 'Sales' } })
  const stream = await listen(url)
  const { body } = await as('Sales').call('promptyoself_schedule_every', {
    agent_id: 'Sales',
    prompt: 'Look at the leads.',
    every: '1h',
  })
  await stream.next(({ event, data }) => event === 'schedule' && data.id === body.id)
  await request('POST', `/v1/schedules/${body.id}/run`, { body: {} })
  const delivery = await stream.next(({ event }) => event === 'delivery')
  expect(delivery.data).toMatchObject({ agent_id: 'Sales', schedule_id: body.id })
})

test('a pause of the workspace is reported, and so is its end, also after a lost connection', async () => {
  const { url, request } = await startGateway()
  const stream = await listen(url, {}, '?kinds=pause')
  const isPause = (paused: boolean) => (event: Event) =>
    event.event === 'pause' && event.data.paused === paused
  await request('POST', '/v1/schedules/pause')
  const paused = await stream.next(isPause(true))
  expect(paused.data).toMatchObject({ paused_by: 'root' })
  stream.stop()
  await request('POST', '/v1/schedules/resume')
  const later = await listen(url, { 'last-event-id': paused.id }, '?kinds=pause')
  await later.next(isPause(false))
})

test('kinds can be selected, and the stream ends with the gateway', async () => {
  const gateway = await openGateway()
  const stream = await listen(gateway.url, {}, '?kinds=context')
  await gateway.as('Sales').call('push_context', { key: 'acme', value: '1' })
  await stream.next(isChange('acme'))
  expect(stream.seen.every(({ event }) => event === 'context')).toBe(true)
  await gateway.close()
  await stream.ended
})

test('an event about toolsets names only those that the key may see', async () => {
  const manifest = (WEB['manifest.yaml'] ?? '').replace(
    'tool_list',
    'workspaces: [sales]\ntool_list',
  )
  const gateway = await startWithFolders({ Web: { ...WEB, 'manifest.yaml': manifest } })
  const key = await keyOf(gateway, 'Ada')
  const streams = [await listen(gateway.url), await listen(gateway.url, { 'x-api-key': key })]
  await gateway.write('Multiply', MULTIPLY)
  // The folder that was there before may be loaded, and reported, while the streams are opened.
  const seen = await Promise.all(
    streams.map(({ next }) =>
      next(({ event, data }) => event === 'toolset' && data.toolsets.includes('Multiply')),
    ),
  )
  expect(seen.map(({ data }) => data.toolsets)).toEqual([['Multiply', 'Web'], ['Multiply']])
})

test('the operator hears that a changed folder cannot be loaded', async () => {
  const gateway = await startWithFolders({ Multiply: MULTIPLY })
  const stream = await listen(gateway.url)
  await gateway.write('Multiply', { 'tool.ts': 'broken(' })
  await stream.next(({ event }) => event === 'toolset')
})
