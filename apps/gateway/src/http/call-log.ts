import fp from 'fastify-plugin'
import type { CallLog } from './call-log-buffer.ts'
import { redact } from './redact.ts'

type Options = { callLog: CallLog; clock: () => Date }

/** One row per call of a tool, whatever became of it. */
export default fp<Options>(
  async (app, { callLog, clock }) => {
    app.addHook('onResponse', async (request, reply) => {
      const { toolCall, caller, failure } = request
      if (toolCall === undefined || caller === undefined) return
      callLog.add({
        workspace_id: caller.workspaceId,
        agent: caller.agent,
        key_id: caller.keyId,
        tool: toolCall.tool,
        path: toolCall.path,
        request_id: request.id,
        status: failure?.status ?? reply.statusCode,
        code: failure?.code ?? null,
        milliseconds: reply.elapsedTime,
        request_bytes: Number(request.headers['content-length'] ?? 0),
        response_bytes: Number(reply.getHeader('content-length') ?? 0),
        arguments: redact(toolCall.arguments),
        replayed: toolCall.replayed,
        called_at: clock(),
      })
    })
  },
  { name: 'call-log' },
)
