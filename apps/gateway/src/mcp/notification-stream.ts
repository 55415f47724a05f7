import { PassThrough } from 'node:stream'
import { ToolError } from '@quartermaster/toolkit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ToolChanges } from './tool-changes.ts'

const KEEP_ALIVE_MS = 15_000
const MAX_STREAMS = 1024
const LIST_CHANGED = {
  jsonrpc: '2.0',
  method: 'notifications/tools/list_changed',
}

/** The stream that notifies clients of the 2025 protocol that their list of tools may have changed. */
export function notificationStreams(app: FastifyInstance, toolChanges: () => ToolChanges) {
  const streams = new Set<PassThrough>()
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!request.headers.accept?.includes('text/event-stream')) {
      throw new ToolError('method_not_allowed', 'MCP messages are sent by POST.', {
        suggestion: 'Send POST, or GET with "Accept: text/event-stream" to listen.',
        headers: { allow: 'POST' },
      })
    }
    if (streams.size >= MAX_STREAMS) {
      throw new ToolError('unavailable', 'Too many clients are listening.')
    }
    const stream = new PassThrough()
    const keepAlive = setInterval(() => stream.write(':\n\n'), KEEP_ALIVE_MS)
    const unsubscribe = toolChanges().subscribe(request.caller.workspaceId, () => {
      stream.write(`event: message\ndata: ${JSON.stringify(LIST_CHANGED)}\n\n`)
    })
    streams.add(stream)
    stream.on('close', () => {
      clearInterval(keepAlive)
      unsubscribe()
      streams.delete(stream)
    })
    stream.write(':\n\n')
    return reply.type('text/event-stream').header('cache-control', 'no-cache').send(stream)
  }
}
