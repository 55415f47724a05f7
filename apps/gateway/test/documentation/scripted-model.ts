import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type ScriptedCall = { readonly name: string; readonly input: Record<string, unknown> }

/**
 * A model behind the HTTP APIs of OpenAI (Responses), Anthropic and Gemini. It calls one tool, and
 * its second answer is `text`. `offered` are the names of the tools that it was given.
 */
export async function startScriptedModel(call: ScriptedCall, text: string) {
  const offered: string[][] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await readText(request))
    offered.push(toolNames(body))
    const isFirst = offered.length === 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(request.url ?? '', isFirst ? call : undefined, text)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, offered }
}

function answer(path: string, call: ScriptedCall | undefined, text: string): object {
  if (path.includes(':generateContent')) {
    const part =
      call === undefined ? { text } : { functionCall: { name: call.name, args: call.input } }
    return { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] }
  }
  if (path.endsWith('/messages')) {
    const block =
      call === undefined
        ? { type: 'text', text }
        : { type: 'tool_use', id: 'call_1', name: call.name, input: call.input }
    const stop_reason = call === undefined ? 'end_turn' : 'tool_use'
    return {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      stop_reason,
      content: [block],
    }
  }
  const output =
    call === undefined
      ? {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          content: [{ type: 'output_text', text }],
        }
      : {
          type: 'function_call',
          id: 'fc_1',
          call_id: 'call_1',
          name: call.name,
          arguments: JSON.stringify(call.input),
        }
  return { id: 'r1', object: 'response', status: 'completed', output: [output] }
}

type Tool = { name?: string; functionDeclarations?: { name: string }[] }

const toolNames = ({ tools = [] }: { tools?: Tool[] }): string[] =>
  tools.flatMap(({ name, functionDeclarations = [] }) =>
    name === undefined ? functionDeclarations.map((declared) => declared.name) : [name],
  )

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
