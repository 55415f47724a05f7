import type { Tool } from '@anthropic-ai/sdk/resources/messages'
import { expect, test } from 'vitest'
import { at, search } from '../../test/sample-tools.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { anthropic } from './anthropic.ts'

test('the tool has its schema under input_schema', () => {
  expect(anthropic(at(search)) satisfies Tool).toStrictEqual({
    name: 'search_notes',
    description: 'Find notes. Use it before you write a new one.',
    input_schema: modelSchema(search),
  })
})
