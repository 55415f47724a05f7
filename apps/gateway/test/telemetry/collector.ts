import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type CollectedSpan = {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  /** As OTLP numbers them: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly isError: boolean
}

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & RawSpan)[] }[]
  }[]
}
type RawSpan = { attributes?: Attribute[]; status?: { code?: number } }

/** Receives traces as an OpenTelemetry collector does, by OTLP over HTTP. */
export async function startCollector({ isSilent = false } = {}) {
  const spans: CollectedSpan[] = []
  const requests: { path: string; type: string; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const type = String(request.headers['content-type'])
    requests.push({ path: request.url ?? '', type, body })
    if (isSilent) return
    if (type === 'application/json') spans.push(...readSpans(JSON.parse(body.toString())))
    response.writeHead(200, { 'content-type': type }).end(type.endsWith('json') ? '{}' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, requests }
}

const readSpans = ({ resourceSpans }: Export): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(readAttributes(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, links = [], ...span }) => ({
        ...span,
        service,
        links,
        attributes: readAttributes(attributes),
        isError: status?.code === 2,
      })),
    )
  })

const readAttributes = (attributes: readonly Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]))

const readValue = ({ stringValue, intValue, boolValue }: Value): unknown =>
  stringValue ?? (intValue === undefined ? boolValue : Number(intValue))
