import Anthropic from '@anthropic-ai/sdk'
import { type Content, GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import {
  anthropic,
  type GatewayOptions,
  gemini,
  type LoopOptions,
  openaiChat,
  openaiResponses,
  runToolLoop,
} from '../src/index.ts'
import { readText, startServer } from './http-server.ts'

export type Turn = { calls?: { id: string; name: string; input: string }[]; text?: string }

type Extra = Pick<
  LoopOptions<never, never, never>,
  'maxSteps' | 'parallel' | 'deadlineMs' | 'signal' | 'onCall'
>

export type Vendor = {
  /** A response of the vendor's API. */
  respond: (turn: Turn) => unknown
  /** Runs the loop with the vendor's SDK. */
  run: (
    modelUrl: string,
    gateway: GatewayOptions,
    question: string,
    extra?: Extra,
  ) => Promise<Result>
}

type Result = { text: string; steps: number; messages: unknown[] }

/** Every vendor's official SDK, used as its users would use it. */
export const VENDORS: Record<string, Vendor> = {
  openaiChat: {
    respond: ({ calls, text = null }) => ({
      id: 'c1',
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          finish_reason: calls ? 'tool_calls' : 'stop',
          message: {
            role: 'assistant',
            content: text,
            ...(calls && {
              tool_calls: calls.map(({ id, name, input }) => ({
                id,
                type: 'function',
                function: { name, arguments: input },
              })),
            }),
          },
        },
      ],
    }),
    run(modelUrl, gateway, question, extra) {
      const openai = new OpenAI({ apiKey: 'k', baseURL: modelUrl, maxRetries: 0 })
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }]
      return runToolLoop({
        ...extra,
        gateway,
        dialect: openaiChat,
        messages,
        model: ({ messages, tools, signal }) =>
          openai.chat.completions.create({ model: 'm', messages, tools }, { signal }),
      })
    },
  },
  openaiResponses: {
    respond: ({ calls = [], text }) => ({
      id: 'r1',
      object: 'response',
      output: [
        ...calls.map(({ id, name, input }) => ({
          type: 'function_call',
          id: `fc_${id}`,
          call_id: id,
          name,
          arguments: input,
          status: 'completed',
        })),
        ...(text === undefined
          ? []
          : [
              {
                type: 'message',
                id: 'm1',
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text, annotations: [] }],
              },
            ]),
      ],
    }),
    run(modelUrl, gateway, question, extra) {
      const openai = new OpenAI({ apiKey: 'k', baseURL: modelUrl, maxRetries: 0 })
      const messages: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: question }]
      return runToolLoop({
        ...extra,
        gateway,
        dialect: openaiResponses,
        messages,
        model: ({ messages, tools, signal }) =>
          openai.responses.create({ model: 'm', input: messages, tools }, { signal }),
      })
    },
  },
  anthropic: {
    respond: ({ calls = [], text }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
      content: [
        ...(text === undefined ? [] : [{ type: 'text', text }]),
        ...calls.map(({ id, name, input }) => ({
          type: 'tool_use',
          id,
          name,
          input: JSON.parse(input),
        })),
      ],
    }),
    run(modelUrl, gateway, question, extra) {
      const client = new Anthropic({ apiKey: 'k', baseURL: modelUrl, maxRetries: 0 })
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }]
      return runToolLoop({
        ...extra,
        gateway,
        dialect: anthropic,
        messages,
        model: ({ messages, tools, signal }) =>
          client.messages.create({ model: 'm', max_tokens: 100, messages, tools }, { signal }),
      })
    },
  },
  gemini: {
    respond: ({ calls = [], text }) => ({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              ...(text === undefined ? [] : [{ text }]),
              ...calls.map(({ id, name, input }) => ({
                functionCall: { id, name, args: JSON.parse(input) },
              })),
            ],
          },
        },
      ],
    }),
    run(modelUrl, gateway, question, extra) {
      const ai = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: modelUrl } })
      const messages: Content[] = [{ role: 'user', parts: [{ text: question }] }]
      return runToolLoop({
        ...extra,
        gateway,
        dialect: gemini,
        messages,
        model: ({ messages, tools, signal }) =>
          ai.models.generateContent({
            model: 'm',
            contents: messages,
            config: { tools, abortSignal: signal },
          }),
      })
    },
  },
}

/** A model that answers with these responses, the last one again and again. */
export async function scriptedModel(responses: readonly unknown[]) {
  // biome-ignore lint/suspicious/noExplicitAny: the request of any vendor.
  const requests: any[] = []
  const url = await startServer(async (request, response) => {
    requests.push(JSON.parse(await readText(request)))
    const next = responses[Math.min(requests.length, responses.length) - 1]
    // A missing response is a model that never answers.
    if (next === undefined) return
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(next))
  })
  return { url, requests }
}
