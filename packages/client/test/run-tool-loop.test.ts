import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openaiChat, runToolLoop, StepLimitReached } from '../src/index.ts'
import { fakeGateway } from './fake-gateway.ts'
import { scriptedModel, VENDORS, type Vendor } from './vendors.ts'

const QUESTION = 'How much is 6 times 7, and 2 times 3?'

/** The tools of a request, in any vendor's format. */
const toolsIn = (request: { tools: { functionDeclarations?: unknown[] }[] }) =>
  request.tools[0]?.functionDeclarations ?? request.tools

describe.each(Object.entries(VENDORS))('%s', (vendor, { respond, run }) => {
  const two = respond({
    calls: [
      { id: 'call_1', name: 'multiply', input: '{"a":6,"b":7}' },
      { id: 'call_2', name: 'multiply', input: '{"a":2,"b":3}' },
    ],
  })
  const one = (name: string, input = '{}') => respond({ calls: [{ id: 'call_1', name, input }] })
  const done = respond({ text: 'done' })

  /** Multiplies, and records the order in which calls begin and end. */
  function multiplication() {
    const order: string[] = []
    const multiply = async ({ a, b }: Record<string, unknown>) => {
      order.push(`begin ${a}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      order.push(`end ${a}`)
      return Number(a) * Number(b)
    }
    return { order, multiply }
  }

  test('J-31 two calls of one turn that may write run in order, with one result each', async () => {
    const { order, multiply } = multiplication()
    const gateway = await fakeGateway({ multiply })
    const model = await scriptedModel([two, respond({ text: '42 and 6' })])
    const result = await run(model.url, gateway.options, QUESTION)

    expect(result).toMatchObject({ text: '42 and 6', steps: 1 })
    expect(order).toEqual(['begin 6', 'end 6', 'begin 2', 'end 2'])
    expect(gateway.calls.map(({ tool_call_id }) => tool_call_id)).toEqual(['call_1', 'call_2'])
    expect(new Set(gateway.calls.map(({ request_id }) => request_id)).size).toBe(2)
    const text = JSON.stringify(model.requests[1])
    expect(text.match(/call_1/g)?.length).toBe(text.match(/call_2/g)?.length)
    expect(text.indexOf('"42"')).toBeGreaterThan(0)
    expect(text.indexOf('"42"')).toBeLessThan(text.indexOf('"6"'))
    expect(toolsIn(model.requests[0])).toHaveLength(1)
  })

  test('calls of one turn that only read run at the same time, and writes wait for them', async () => {
    const { order, multiply } = multiplication()
    const tools = { multiply, save: ({ a }: Record<string, unknown>) => order.push(`save ${a}`) }
    const gateway = await fakeGateway(tools, { readers: ['multiply'] })
    const calls = [
      { id: 'call_1', name: 'multiply', input: '{"a":6,"b":7}' },
      { id: 'call_2', name: 'multiply', input: '{"a":2,"b":3}' },
      { id: 'call_3', name: 'save', input: '{"a":1}' },
      { id: 'call_4', name: 'save', input: '{"a":2}' },
      { id: 'call_5', name: 'multiply', input: '{"a":9,"b":9}' },
    ]
    const model = await scriptedModel([respond({ calls }), done])
    await run(model.url, gateway.options, QUESTION)
    expect(order.slice(0, 2).toSorted()).toEqual(['begin 2', 'begin 6'])
    expect(order.slice(4)).toEqual(['save 1', 'save 2', 'begin 9', 'end 9'])
    const text = JSON.stringify(model.requests[1])
    const places = ['"42"', '"6"', '"81"'].map((result) => text.indexOf(result))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('F26 the program can decide: all at the same time, or all in order', async () => {
    const { order, multiply } = multiplication()
    const gateway = await fakeGateway({ multiply })
    const model = await scriptedModel([two, done])
    await run(model.url, gateway.options, QUESTION, { parallel: true })
    expect(order.slice(0, 2).toSorted()).toEqual(['begin 2', 'begin 6'])
    const text = JSON.stringify(model.requests[1])
    expect(text.indexOf('"42"')).toBeLessThan(text.indexOf('"6"'))

    order.length = 0
    const readers = await fakeGateway({ multiply }, { readers: ['multiply'] })
    const sameModel = await scriptedModel([two, done])
    await run(sameModel.url, readers.options, QUESTION, { parallel: false })
    expect(order).toEqual(['begin 6', 'end 6', 'begin 2', 'end 2'])
  })

  test('J-32 a model that never stops is stopped at the limit', async () => {
    const gateway = await fakeGateway({ multiply: () => 1 })
    const model = await scriptedModel([two])
    const loop = run(model.url, gateway.options, QUESTION, { maxSteps: 3 })
    const error = await loop.catch((caught) => caught)
    expect(error).toBeInstanceOf(StepLimitReached)
    expect(error.message).toBe(
      'The model still asked for tools after 3 steps; the limit is maxSteps',
    )
    expect(gateway.calls).toHaveLength(6)
    expect(model.requests).toHaveLength(4)
    expect(error.messages.length).toBeGreaterThan(3)
  })

  test('a failed call gives the model its error', async () => {
    const gateway = await fakeGateway({
      multiply: () => {
        throw new Error('no numbers today')
      },
    })
    const model = await scriptedModel([one('multiply'), done])
    await run(model.url, gateway.options, QUESTION)
    expect(JSON.stringify(model.requests[1])).toContain('no numbers today')
  })

  test('a conversation recovers from a wrong call, an unknown tool and a lost answer', async () => {
    let attempts = 0
    const gateway = await fakeGateway({
      multiply: ({ a, b }) => {
        if (b === undefined) throw new Error("Missing parameter 'b'.")
        attempts++
        if (attempts === 1) throw Object.assign(new Error('still running'), { code: 'in_flight' })
        return Number(a) * Number(b)
      },
    })
    const model = await scriptedModel([
      one('divide'),
      one('multiply', '{"a":6}'),
      one('multiply', '{"a":6,"b":7}'),
      respond({ text: '42' }),
    ])
    const results: boolean[] = []
    const { text, steps } = await run(model.url, gateway.options, QUESTION, {
      onCall: (_call, { isError }) => results.push(isError),
    })
    expect([text, steps, results]).toEqual(['42', 3, [true, true, false]])
    expect(JSON.stringify(model.requests[1])).toContain("Unknown tool 'divide'")
    expect(JSON.stringify(model.requests[2])).toContain("Missing parameter 'b'")
    expect(JSON.stringify(model.requests[3])).toContain('42')
    const [first, second] = gateway.calls.slice(-2)
    expect(first?.request_id).toBe(second?.request_id)
  })

  test('F5 a tool that a call adds is offered in the next turn', async () => {
    const tools: Record<string, () => unknown> = {
      define_columns: () => {
        tools.save_table_row = () => 'saved'
        return 'defined'
      },
    }
    const gateway = await fakeGateway(tools)
    const model = await scriptedModel([one('define_columns'), one('save_table_row'), done])
    await run(model.url, gateway.options, QUESTION)
    expect(toolsIn(model.requests[0])).toHaveLength(1)
    expect(toolsIn(model.requests[1])).toHaveLength(2)
    expect(JSON.stringify(model.requests[2])).toContain('saved')
  })

  test('F26 an image reaches the model as an image, not as text', async () => {
    const gateway = await fakeGateway({
      draw: () => ({
        content: [
          { kind: 'text', data: 'a dot' },
          { kind: 'image', data: 'iVBORw0KGgo=', mime: 'image/png' },
        ],
        is_error: false,
      }),
    })
    const model = await scriptedModel([one('draw'), done])
    await run(model.url, gateway.options, QUESTION)
    const image: Record<string, object> = {
      openaiChat: { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      openaiResponses: { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
      anthropic: {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
      },
      gemini: { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
    }
    expect(objectsIn(model.requests[1])).toContainEqual(expect.objectContaining(image[vendor]))
    expect(JSON.stringify(model.requests[1])).toContain('a dot')
    expect(JSON.stringify(model.requests[1]).match(/iVBORw0KGgo=/g)).toHaveLength(1)
  })

  test('F26 a deadline ends a loop whose model does not answer', async () => {
    const gateway = await fakeGateway({ multiply: () => 1 })
    const model = await scriptedModel([])
    await expect(run(model.url, gateway.options, QUESTION, { deadlineMs: 300 })).rejects.toThrow()
  })
})

test('a response with parallel_tool_calls: false has its calls made in order', async () => {
  const order: string[] = []
  const look = async ({ at }: Record<string, unknown>) => {
    order.push(`begin ${at}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    order.push(`end ${at}`)
  }
  const gateway = await fakeGateway({ look }, { readers: ['look'] })
  const { respond, run } = VENDORS.openaiResponses as Vendor
  const calls = ['1', '2'].map((at) => ({ id: `c${at}`, name: 'look', input: `{"at":${at}}` }))
  const answer = { ...(respond({ calls }) as object), parallel_tool_calls: false }
  const model = await scriptedModel([answer, respond({ text: 'done' })])
  await run(model.url, gateway.options, QUESTION)
  expect(order).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2'])
})

test('F26 the snippet of the documentation compiles and runs', async () => {
  const { options: gateway } = await fakeGateway({ multiply: () => 42 })
  const model = await scriptedModel([VENDORS.openaiChat?.respond({ text: '42' })])
  const openai = new OpenAI({ apiKey: 'k', baseURL: model.url })
  const { text } = await runToolLoop({
    gateway,
    dialect: openaiChat,
    model: ({ messages, tools, signal }) =>
      openai.chat.completions.create({ model: 'gpt-5', messages, tools }, { signal }),
    messages: [{ role: 'user', content: 'How much is 6 times 7?' }],
    maxSteps: 10,
  })
  expect(text).toBe('42')
})

/** All objects inside a JSON value. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}
