import { createInterface } from 'node:readline'
import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Connection } from '../gateway/connection.ts'
import { printLine } from '../output/print.ts'

/**
 * Connects standard input and output to /mcp, for hosts that start local commands. Messages are passed on
 * unchanged, so that host and gateway negotiate the protocol version themselves.
 */
export async function bridge(connection: Connection): Promise<void> {
  const gateway = new StreamableHTTPClientTransport(new URL(`${connection.url}/mcp`), {
    requestInit: { headers: headersOf(connection) },
  })
  /** Requests of the host that have no answer yet; the last ones are awaited when its input ends. */
  const unanswered = new Map<unknown, PromiseWithResolvers<void>>()
  let initializeId: unknown

  const answer = (message: JSONRPCMessage) => {
    printLine(JSON.stringify(message))
    if (!('id' in message) || 'method' in message) return
    unanswered.get(message.id)?.resolve()
    unanswered.delete(message.id)
  }
  gateway.onmessage = (message) => {
    if ('result' in message && message.id === initializeId) {
      const { protocolVersion } = message.result as { protocolVersion?: string }
      if (protocolVersion !== undefined) gateway.setProtocolVersion(protocolVersion)
    }
    answer(message)
  }
  gateway.onerror = (error) => console.error(error.message)

  const forward = async (message: JSONRPCMessage) => {
    const id = 'method' in message && 'id' in message ? message.id : undefined
    if (id !== undefined) unanswered.set(id, Promise.withResolvers())
    if ('method' in message && message.method === 'initialize') initializeId = id
    try {
      await gateway.send(message)
    } catch (error) {
      if (id === undefined) return
      const reason = error instanceof Error ? error.message : String(error)
      const failure = { code: -32000, message: `The gateway at ${connection.url}: ${reason}` }
      answer({ jsonrpc: '2.0', id, error: failure })
    }
  }

  await gateway.start()
  for await (const line of createInterface({ input: process.stdin })) {
    const message = parseMessage(line)
    if (message === undefined) answer(PARSE_ERROR)
    // The version must be known before the next message is sent; all others run at the same time.
    else if ('method' in message && message.method === 'initialize') await forward(message)
    else void forward(message)
  }
  await Promise.all([...unanswered.values()].map(({ promise }) => promise))
  await gateway.close()
}

const PARSE_ERROR = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32700, message: 'The line is not JSON.' },
} as unknown as JSONRPCMessage

function parseMessage(line: string): JSONRPCMessage | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const headersOf = ({ key, workspace, agent }: Connection): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  ...(workspace !== undefined && { 'x-workspace': latin1(workspace) }),
  ...(agent !== undefined && { 'x-agent': latin1(agent) }),
})

/** Header values are Latin-1; the gateway reads names in them as UTF-8. */
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
