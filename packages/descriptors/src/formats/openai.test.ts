import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import { expect, test } from 'vitest'
import { at, search } from '../../test/sample-tools.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { openai } from './openai.ts'

test('the tool is nested and says nothing of URL, headers or defaults', () => {
  expect(openai(at(search)) satisfies ChatCompletionFunctionTool).toStrictEqual({
    type: 'function',
    function: {
      name: 'search_notes',
      description: 'Find notes. Use it before you write a new one.',
      parameters: modelSchema(search),
    },
  })
})
