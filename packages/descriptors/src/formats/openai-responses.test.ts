import type { FunctionTool } from 'openai/resources/responses/responses'
import { expect, test } from 'vitest'
import { at, search } from '../../test/sample-tools.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { openaiResponses } from './openai-responses.ts'

test('the tool is flat and explicitly not strict', () => {
  expect(openaiResponses(at(search)) satisfies FunctionTool).toStrictEqual({
    type: 'function',
    name: 'search_notes',
    description: 'Find notes. Use it before you write a new one.',
    parameters: modelSchema(search),
    strict: false,
  })
})
