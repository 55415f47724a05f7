import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Handler = (parameters: Record<string, unknown>) => unknown
export type Seen = { tool: string; parameters: unknown; request_id: string; tool_call_id: string }

/** A gateway as far as a tool loop sees it: descriptors in every form, and the tools behind them. */
export async function doubleGateway(tools: Record<string, Handler>) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.headers['x-api-key'] !== 'key') return reply(401, { error: 'Unknown key' })
    if (pathname === '/v1/descriptors') {
      return reply(200, Object.keys(tools).map(describe(searchParams.get('format') ?? '')))
    }
    const name = pathname.slice('/v1/tools/'.length)
    const body = JSON.parse(await text(request))
    seen.push({ ...body, tool: name })
    const { parameters } = body
    try {
      const input = typeof parameters === 'string' ? JSON.parse(parameters) : parameters
      reply(200, (await tools[name]?.(input)) ?? null)
    } catch (error) {
      const { message, code = 'internal' } = error as Error & { code?: string }
      reply(500, { success: false, error: message, code })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const parameters = { type: 'object', properties: {}, required: [] }
  const describe = (format: string) => (name: string) => {
    if (format === 'openai') return { type: 'function', function: { name, parameters } }
    if (format === 'openai-responses') return { type: 'function', name, parameters }
    if (format === 'anthropic') return { name, input_schema: parameters }
    return { type: 'function', name, url: `${url}/v1/tools/${name}`, method: 'POST', headers: {} }
  }
  return { url, seen }
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
