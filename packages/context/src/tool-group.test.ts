import { readInput } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import { contextToolGroup } from './index.ts'

const examples = contextToolGroup.tools.flatMap((tool) =>
  tool.examples.map((example) => [tool.name, example.title, tool, example.input] as const),
)

test.each(examples)('%s: the example "%s" fits its own input', (_name, _title, tool, input) => {
  expect(() => readInput(tool, input)).not.toThrow()
})

test('every tool has an example, a description for models, and described arguments', () => {
  for (const tool of contextToolGroup.tools) {
    expect(tool.examples.length, tool.name).toBeGreaterThan(0)
    expect(tool.description.length, tool.name).toBeGreaterThan(60)
    expect(tool.description, tool.name).not.toMatch(/\p{Extended_Pictographic}/u)
    for (const [name, schema] of Object.entries(tool.input.properties)) {
      expect(schema.description, `${tool.name}.${name}`).toBeTypeOf('string')
    }
  }
})

test('the seven specified tools have their parameters', () => {
  const parameters = Object.fromEntries(
    contextToolGroup.tools.map(({ name, input }) => [
      name,
      [Object.keys(input.properties), input.required ?? []],
    ]),
  )
  expect(parameters).toMatchObject({
    get_context: [expect.arrayContaining(['keys']), []],
    push_context: [
      expect.arrayContaining(['key', 'value', 'topics', 'subscribers', 'ttl_hours']),
      ['key', 'value'],
    ],
    list_context: [expect.arrayContaining(['pattern']), []],
    subscribe_to_topics: [expect.arrayContaining(['topics']), ['topics']],
    discover_topics: [expect.arrayContaining(['pattern']), []],
    unsubscribe_from_topics: [['topics'], ['topics']],
    delete_topic: [
      ['topic', 'confirm'],
      ['topic', 'confirm'],
    ],
  })
})
