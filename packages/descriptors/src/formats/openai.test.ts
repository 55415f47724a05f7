import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import { expect, test } from 'vitest'
import { at, search, strictSample } from '../../test/sample-tools.ts'
import { strictFaults } from '../../test/strict-rules.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { openai } from './openai.ts'

test('F27 a strict tool says so', () => {
  const { strict, parameters } = openai(at(strictSample), true).function
  expect(strict).toBe(true)
  expect(strictFaults(parameters)).toEqual([])
})

test('F27 a tool for which null and absent differ is not strict', () => {
  expect(openai(at(search), true)).toEqual(openai(at(search)))
})

test('the tool is nested, without URL, headers and defaults', () => {
  expect(openai(at(search)) satisfies ChatCompletionFunctionTool).toStrictEqual({
    type: 'function',
    function: {
      name: 'search_notes',
      description: 'Find notes. Use it before you write a new one.',
      parameters: modelSchema(search),
    },
  })
})
