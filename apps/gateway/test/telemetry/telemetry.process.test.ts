import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databaseForTest, eventually, startWebhookReceiver } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { type CollectedSpan, startCollector } from './collector.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const REPORT_MODULES = fileURLToPath(new URL('./report-modules.ts', import.meta.url))
const KEY = 'the-root-key-of-traced-calls'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`
const OTHER_TRACE = '0af7651916cd43dd8448eb211c80319c'
const OTHER_TRACEPARENT = `00-${OTHER_TRACE}-b7ad6b7169203331-01`

async function startProcess(variables: Record<string, string>) {
  // biome-ignore lint/style/noProcessEnv: a program needs its PATH.
  const { PATH = '', HOME = '' } = process.env
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-telemetry-'))
  const child = spawn(process.execPath, ['--import', REPORT_MODULES, MAIN], {
    env: {
      PATH,
      HOME,
      PORT: '0',
      LOG_LEVEL: 'silent',
      QM_ROOT_KEY: KEY,
      QM_ENCRYPTION_KEY: hash('sha256', KEY, 'hex'),
      QM_DATA_DIR: dir,
      QM_OUTBOUND_ALLOW: '127.0.0.1',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  onTestFinished(async () => {
    await stop()
    await rm(dir, { recursive: true, force: true })
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const [, found] = /listening on +(http:\S+)/.exec(output) ?? []
      if (found !== undefined) resolve(found)
      else if (output.includes('worker is running')) resolve('')
    })
    exited.then(() => reject(new Error(`The process did not start: ${output}`)))
  })
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'x-api-key': KEY,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
    return (text.startsWith('{') ? JSON.parse(text) : text) as any
  }
  return { post, stop, loaded: () => /^loaded .*$/m.exec(output)?.[0] }
}

const JSON_PROTOCOL = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }

/** A path of names from a span up to the first one of this installation. */
function lineage(spans: readonly CollectedSpan[], span: CollectedSpan | undefined): string[] {
  if (span === undefined) return []
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [span.name, ...lineage(spans, parent)]
}

test('a call, its statements, the queue and the webhook are one trace over two processes', async () => {
  const database = await databaseForTest()
  const collector = await startCollector()
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  const shared = {
    ...JSON_PROTOCOL,
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  }
  const gateway = await startProcess({
    ...shared,
    QM_ROLE: 'gateway',
    OTEL_SERVICE_NAME: 'the-gateway',
  })
  await startProcess({ ...shared, QM_ROLE: 'worker', OTEL_SERVICE_NAME: 'the-worker' })
  await gateway.post('/v1/agents', {
    name: 'Hook',
    deliver_to: { kind: 'webhook', url: `${receiver.url}/hook-s3cret?secret=s3cret` },
  })

  const time = new Date(Date.now() + 3000).toISOString()
  const schedule = { agent_id: 'Hook', prompt: 'Look at the mail', time }
  const answer = await gateway.post('/v1/tools/promptyoself_schedule_time', schedule, {
    traceparent: TRACEPARENT,
  })
  expect(answer.status, JSON.stringify(answer)).toBe('success')
  await eventually(() => expect(receiver.received).toHaveLength(1))
  expect(receiver.received[0]?.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-`))

  const { spans } = collector
  const ofTrace = () => spans.filter(({ traceId }) => traceId === TRACE)
  await eventually(() => expect(ofTrace().map(({ name }) => name)).toContain('POST'))
  await eventually(() => expect(ofTrace().map(({ kind }) => kind)).toContain(2))
  const webhook = ofTrace().find(({ name }) => name === 'POST')
  await eventually(() =>
    expect(lineage(ofTrace(), webhook)).toEqual([
      'POST',
      'process deliveries',
      'send deliveries',
      'execute_tool promptyoself_schedule_time',
      'POST /v1/tools/promptyoself_schedule_time',
    ]),
  )
  const statement = ofTrace().find(({ name }) => name === 'INSERT schedules')
  expect(lineage(ofTrace(), statement).slice(1)).toEqual([
    'execute_tool promptyoself_schedule_time',
    'POST /v1/tools/promptyoself_schedule_time',
  ])
  const named = (name: string) => ofTrace().find((span) => span.name === name)
  expect(named('POST /v1/tools/promptyoself_schedule_time')).toMatchObject({
    service: 'the-gateway',
    kind: 2,
    parentSpanId: '00f067aa0ba902b7',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/tools/promptyoself_schedule_time',
      'http.response.status_code': 200,
    },
  })
  expect(named('execute_tool promptyoself_schedule_time')).toMatchObject({
    kind: 1,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'promptyoself_schedule_time',
    },
  })
  expect(statement).toMatchObject({
    kind: 3,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT' },
  })
  expect(named('send deliveries')).toMatchObject({ service: 'the-worker', kind: 4 })
  expect(named('process deliveries')).toMatchObject({
    service: 'the-worker',
    kind: 5,
    attributes: {
      'messaging.operation.type': 'process',
      'messaging.message.id': receiver.received[0]?.id,
      'quartermaster.delivery.state': 'delivered',
    },
  })
  expect(webhook).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': 200 } })
  expect(JSON.stringify(spans)).not.toContain('s3cret')
  expect(JSON.stringify(spans)).not.toContain('Look at the mail')
  expect(JSON.stringify(spans)).not.toContain(KEY)
})

test('a collector that never answers does not keep the process from stopping', async () => {
  const database = await databaseForTest()
  const collector = await startCollector({ isSilent: true })
  const gateway = await startProcess({
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    // Longer than the limit of this test.
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    QM_ROLE: 'gateway',
  })
  await gateway.post('/v1/tools/list_context', {}, { traceparent: TRACEPARENT })
  await gateway.stop()
  expect(collector.requests.length).toBeGreaterThan(0)
})

test('an MCP call belongs to the trace in its _meta, with a link to its HTTP request', async () => {
  const database = await databaseForTest()
  const collector = await startCollector()
  const gateway = await startProcess({
    ...JSON_PROTOCOL,
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    QM_ROLE: 'gateway',
  })
  const call = (id: number, name: string, parameters: object, _meta?: object) =>
    gateway.post(
      '/mcp',
      {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name, arguments: parameters, ...(_meta && { _meta }) },
      },
      { traceparent: OTHER_TRACEPARENT, 'mcp-protocol-version': '2025-06-18' },
    )
  const pushed = { key: 'acme', value: '{"stage":"won"}' }
  const { result } = await call(7, 'push_context', pushed, { traceparent: TRACEPARENT })
  expect(result.isError, JSON.stringify(result)).not.toBe(true)
  await call(8, 'push_context', { value: '1' })

  const find = (traceId: string, name: string) =>
    collector.spans.find((span) => span.traceId === traceId && span.name === name)
  await eventually(() => expect(find(OTHER_TRACE, 'tools/call push_context')).toBeDefined())
  await eventually(() => expect(find(OTHER_TRACE, 'POST /mcp')).toBeDefined())
  const http = find(OTHER_TRACE, 'POST /mcp')
  const message = find(TRACE, 'tools/call push_context')
  expect(message).toMatchObject({
    kind: 2,
    parentSpanId: '00f067aa0ba902b7',
    isError: false,
    links: [{ traceId: OTHER_TRACE, spanId: http?.spanId }],
    attributes: {
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2025-06-18',
      'jsonrpc.request.id': '7',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'push_context',
    },
  })
  const statements = collector.spans.filter(
    ({ traceId, attributes }) => traceId === TRACE && 'db.query.text' in attributes,
  )
  const lineages = statements.map((statement) => lineage(collector.spans, statement).slice(1))
  expect(lineages).toContainEqual(['batch push_context', 'tools/call push_context'])
  for (const names of lineages) expect(names.at(-1)).toBe('tools/call push_context')
  expect(find(OTHER_TRACE, 'tools/call push_context')).toMatchObject({
    isError: true,
    attributes: { 'error.type': 'tool_error', 'quartermaster.error.code': 'invalid_input' },
  })
})

test('a batch of concurrent calls has a link to each of them', async () => {
  const database = await databaseForTest()
  const collector = await startCollector()
  const gateway = await startProcess({
    ...JSON_PROTOCOL,
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    QM_ROLE: 'gateway',
  })
  const traces = Array.from({ length: 30 }, (_, index) =>
    (index + 1).toString(16).padStart(32, 'a'),
  )
  await Promise.all(
    traces.map((trace, index) =>
      gateway.post(
        '/v1/tools/push_context',
        { key: `key ${index}`, value: '1' },
        { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
      ),
    ),
  )
  await eventually(() => {
    const batches = collector.spans.filter(({ name }) => name === 'batch push_context')
    const linked = batches.flatMap(({ traceId, links }) => [
      traceId,
      ...links.map((link) => link.traceId),
    ])
    expect(linked.toSorted()).toEqual(traces.toSorted())
    expect(batches.length).toBeLessThan(traces.length)
  })
})

test('spans are sent as protobuf by default, and the last ones when the process stops', async () => {
  const database = await databaseForTest()
  const collector = await startCollector()
  const gateway = await startProcess({
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    QM_ROLE: 'gateway',
  })
  expect(gateway.loaded()).toContain('@opentelemetry')
  await gateway.post('/v1/tools/list_context', {}, { traceparent: TRACEPARENT })
  await gateway.stop()
  const [request] = collector.requests
  expect(request).toMatchObject({ path: '/v1/traces', type: 'application/x-protobuf' })
  expect(request?.body.includes(Buffer.from(TRACE, 'hex'))).toBe(true)
})

test('without a collector no module of OpenTelemetry is loaded', async () => {
  const database = await databaseForTest()
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  const gateway = await startProcess({ DATABASE_URL: database.url })
  await gateway.post('/v1/agents', {
    name: 'Hook',
    deliver_to: { kind: 'webhook', url: receiver.url },
  })
  await gateway.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const time = new Date(Date.now() + 2000).toISOString()
  const schedule = { agent_id: 'Hook', prompt: 'Hello', time }
  await gateway.post('/v1/tools/promptyoself_schedule_time', schedule)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent')
  expect(gateway.loaded()).toBeUndefined()
})
