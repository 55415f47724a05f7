import type { FunctionTool } from 'openai/resources/responses/responses'
import { expect, test } from 'vitest'
import { at, search, strictSample } from '../../test/sample-tools.ts'
import { strictFaults } from '../../test/strict-rules.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { openaiResponses } from './openai-responses.ts'

test('F27 a strict tool says so', () => {
  const { strict, parameters } = openaiResponses(at(strictSample), true)
  expect(strict).toBe(true)
  expect(strictFaults(parameters)).toEqual([])
})

test('the tool is flat and explicitly not strict by default', () => {
  expect(openaiResponses(at(search)) satisfies FunctionTool).toStrictEqual({
    type: 'function',
    name: 'search_notes',
    description: 'Find notes. Use it before you write a new one.',
    parameters: modelSchema(search),
    strict: false,
  })
})
