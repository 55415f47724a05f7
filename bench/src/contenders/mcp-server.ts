// The server the MCP documentation shows: the official package with one tool on the same table.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { announce, openPool, SELECT } from './serve.ts'

const pool = openPool()

const TOOL = {
  name: 'get_context',
  description: 'Read values by their keys.',
  inputSchema: {
    type: 'object' as const,
    properties: { keys: { type: 'array', items: { type: 'string' } } },
  },
}

function createMcpServer(): Server {
  const server = new Server(
    { name: 'contender', version: '1.0.0' },
    { capabilities: { tools: {} } },
  )
  server.setRequestHandler('tools/list', async () => ({ tools: [TOOL] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { rows } = await pool.query({ ...SELECT, values: [params.arguments?.keys] })
    const structuredContent = { items: rows }
    return {
      content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
      structuredContent,
    }
  })
  return server
}

const handle = toNodeHandler(createMcpHandler(createMcpServer, { responseMode: 'json' }))
const server = createServer((request, response) => {
  handle(request, response)
})
server.listen(0, '127.0.0.1', () => {
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
