import { stringifyJson } from '@quartermaster/toolkit'
import type { FastifyInstance } from 'fastify'
import { callTool, isStructured, type McpMessage, type McpOptions } from './call-tool.ts'
import { readPlainCall } from './plain-call.ts'
import { createRunningCalls } from './running-calls.ts'
import type { SdkHandler } from './sdk-handler.ts'
import { mcpResultText } from './to-mcp-result.ts'

type Handler = SdkHandler & {
  /** Answers a `PlainCall` with JSON text; undefined where only the SDK has the answer. */
  answerPlainCall(message: McpMessage): Promise<string | undefined>
}

/** The MCP server of the process. It keeps no state between requests. */
export function createHandler(app: FastifyInstance, options: McpOptions): Handler {
  const running = createRunningCalls()
  let sdk: Promise<SdkHandler> | undefined
  // The SDK takes ten megabytes, which a gateway without MCP clients need not load.
  const loadSdk = () => {
    sdk ??= import('./sdk-handler.ts').then(({ createSdkHandler }) =>
      createSdkHandler(app, options, running),
    )
    return sdk
  }
  return {
    fetch: async (message) => (await loadSdk()).fetch(message),
    async answerPlainCall(message) {
      const call = readPlainCall(message.request)
      const found = call && message.offered.find(({ name }) => name === call.name)
      if (call === undefined || found === undefined) return undefined
      const context = { signal: message.signal, progress: () => {}, meta: call.meta }
      const answer = await callTool(app, options, running, message, found, context)
      const result = mcpResultText(answer, isStructured(found))
      return `{"jsonrpc":"2.0","id":${stringifyJson(call.id)},"result":${result}}`
    },
    close: async () => (await sdk)?.close(),
  }
}
