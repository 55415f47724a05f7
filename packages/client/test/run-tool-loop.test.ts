import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import {
  anthropic,
  type Dialect,
  openaiChat,
  openaiResponses,
  runToolLoop,
  StepLimitReached,
} from '../src/index.ts'
import { doubleGateway } from './double-gateway.ts'

type Wanted = { id: string; name: string; input: string }
type Turn = { calls?: Wanted[]; text?: string }

/** A model's answer in the form of each vendor, checked against the vendor's own types. */
const VENDORS: Record<string, { dialect: Dialect<object>; answer: (turn: Turn) => unknown }> = {
  openaiChat: {
    dialect: openaiChat,
    answer: ({ calls, text = null }) => {
      const message: Partial<OpenAI.Chat.ChatCompletionMessage> = {
        role: 'assistant',
        content: text,
        ...(calls && {
          tool_calls: calls.map(({ id, name, input }) => ({
            id,
            type: 'function',
            function: { name, arguments: input },
          })),
        }),
      }
      return { choices: [{ message }] }
    },
  },
  openaiResponses: {
    dialect: openaiResponses,
    answer: ({ calls = [], text }) => ({
      output: [
        ...calls.map(
          ({ id, name, input }): OpenAI.Responses.ResponseFunctionToolCall => ({
            type: 'function_call',
            call_id: id,
            name,
            arguments: input,
          }),
        ),
        ...(text ? [{ type: 'message', content: [{ type: 'output_text', text }] }] : []),
      ],
    }),
  },
  anthropic: {
    dialect: anthropic,
    answer: ({ calls = [], text }) => ({
      content: [
        ...(text ? [{ type: 'text', text }] : []),
        ...calls.map(
          ({ id, name, input }): Partial<Anthropic.ToolUseBlock> => ({
            type: 'tool_use',
            id,
            name,
            input: JSON.parse(input),
          }),
        ),
      ],
    }),
  },
}

/** A model that says these turns one after the other, and remembers what it was asked. */
function doubleModel(turns: readonly unknown[]) {
  const requests: { messages: object[]; tools: unknown[] }[] = []
  const model = async (request: { messages: object[]; tools: unknown[] }) => {
    requests.push(request)
    return turns[Math.min(requests.length, turns.length) - 1]
  }
  return { model, requests }
}

const gatewayOf = (url: string) => ({ url, key: 'key' })
const messages = [{ role: 'user', content: 'How much is 6 times 7, and 2 times 3?' }]

describe.each(Object.entries(VENDORS))('%s', (_, { dialect, answer }) => {
  const two = answer({
    calls: [
      { id: 'call_1', name: 'multiply', input: '{"a":6,"b":7}' },
      { id: 'call_2', name: 'multiply', input: '{"a":2,"b":3}' },
    ],
  })

  test('J-31 two calls of one turn are made in order, with one result each', async () => {
    const running: string[] = []
    const { url, seen } = await doubleGateway({
      multiply: async ({ a, b }) => {
        running.push(`begin ${a}`)
        await new Promise((resolve) => setImmediate(resolve))
        running.push(`end ${a}`)
        return Number(a) * Number(b)
      },
    })
    const { model, requests } = doubleModel([two, answer({ text: '42 and 6' })])
    const result = await runToolLoop({ gateway: gatewayOf(url), dialect, model, messages })

    expect(result).toMatchObject({ text: '42 and 6', steps: 1 })
    expect(running).toEqual(['begin 6', 'end 6', 'begin 2', 'end 2'])
    expect(seen.map(({ tool_call_id }) => tool_call_id)).toEqual(['call_1', 'call_2'])
    expect(new Set(seen.map(({ request_id }) => request_id)).size).toBe(2)
    const results = JSON.stringify(requests[1]?.messages.slice(1 + dialect.answer(two).length))
    expect(results.match(/call_1/g)).toHaveLength(1)
    expect(results.match(/call_2/g)).toHaveLength(1)
    expect(results.indexOf('"42"')).toBeLessThan(results.indexOf('"6"'))
    expect(requests[0]?.tools).toHaveLength(1)
  })

  test('J-32 a model that never stops is stopped at the limit', async () => {
    const { url, seen } = await doubleGateway({ multiply: () => 1 })
    const { model, requests } = doubleModel([two])
    const looping = runToolLoop({
      gateway: gatewayOf(url),
      dialect,
      model,
      messages,
      maxSteps: 3,
    })
    const error = await looping.catch((caught) => caught)
    expect(error).toBeInstanceOf(StepLimitReached)
    expect(error.message).toBe(
      'The model still asked for tools after 3 steps; the limit is maxSteps',
    )
    expect(seen).toHaveLength(6)
    expect(requests).toHaveLength(4)
    expect(error.messages.length).toBeGreaterThan(3)
  })

  test('a tool that fails or is not there gives the model an error to read', async () => {
    const { url } = await doubleGateway({
      multiply: () => {
        throw new Error('no numbers today')
      },
    })
    const { model, requests } = doubleModel([
      answer({
        calls: [
          { id: 'call_1', name: 'divide', input: '{}' },
          { id: 'call_2', name: 'multiply', input: '{"a":1}' },
        ],
      }),
      answer({ text: 'sorry' }),
    ])
    await runToolLoop({ gateway: gatewayOf(url), dialect, model, messages })
    const results = JSON.stringify(requests[1]?.messages)
    expect(results).toContain("There is no tool 'divide'. The tools are: multiply.")
    expect(results).toContain('no numbers today')
  })
})

test('arguments that are broken JSON go to the gateway, which says so', async () => {
  const { url } = await doubleGateway({ multiply: () => 1 })
  const { dialect, answer } = VENDORS.openaiChat as (typeof VENDORS)[string]
  const calls = [{ id: 'call_1', name: 'multiply', input: '{bad' }]
  const { model, requests } = doubleModel([answer({ calls }), answer({ text: 'ok' })])
  await runToolLoop({ gateway: gatewayOf(url), dialect, model, messages })
  expect(JSON.stringify(requests[1]?.messages)).toContain('in JSON at position 1')
})

test('every digit of a result reaches the model', async () => {
  // In Node since 22, in TypeScript's own types not yet.
  const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }
  const { url } = await doubleGateway({ count: () => rawJSON('12345678901234567890') })
  const { dialect, answer } = VENDORS.openaiChat as (typeof VENDORS)[string]
  const calls = [{ id: 'call_1', name: 'count', input: '{}' }]
  const { model, requests } = doubleModel([answer({ calls }), answer({ text: 'ok' })])
  await runToolLoop({ gateway: gatewayOf(url), dialect, model, messages })
  expect(JSON.stringify(requests[1]?.messages)).toContain('12345678901234567890')
})

test('a call whose answer was lost is sent again under the same id', async () => {
  let attempts = 0
  const { url, seen } = await doubleGateway({
    count: () => {
      attempts++
      if (attempts === 1) throw Object.assign(new Error('busy'), { code: 'in_flight' })
      return attempts
    },
  })
  const { dialect, answer } = VENDORS.openaiChat as (typeof VENDORS)[string]
  const calls = [{ id: 'call_1', name: 'count', input: '{}' }]
  const { model } = doubleModel([answer({ calls }), answer({ text: 'ok' })])
  await runToolLoop({ gateway: gatewayOf(url), dialect, model, messages })
  expect(seen).toHaveLength(2)
  expect(seen[0]?.request_id).toBe(seen[1]?.request_id)
})

test('a wrong key is an error before the model is asked', async () => {
  const { url } = await doubleGateway({})
  const { model, requests } = doubleModel([{}])
  const looping = runToolLoop({
    gateway: { url, key: 'wrong' },
    dialect: openaiChat,
    model,
    messages,
  })
  await expect(looping).rejects.toThrow('Unknown key')
  expect(requests).toEqual([])
})
