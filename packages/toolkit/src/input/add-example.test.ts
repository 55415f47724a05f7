import { expect, test } from 'vitest'
import { ToolError } from '../tool/tool-error.ts'
import { addExample } from './add-example.ts'

const tool = {
  examples: [
    { title: 'Long', input: { text: 'x'.repeat(1000) } },
    { title: 'Short', input: { text: 'hi' } },
  ],
}

test('an error of a handler without a suggestion shows the first short example', () => {
  const error = new ToolError('invalid_input', 'No.', { details: { a: 1 }, headers: { b: '2' } })
  expect(addExample(error, tool)).toMatchObject({
    message: 'No.',
    suggestion: 'Example of a valid call: {"text":"hi"}',
    details: { a: 1 },
    headers: { b: '2' },
  })
})

test.each([
  new ToolError('invalid_input', 'No.', { suggestion: 'Do this.' }),
  new ToolError('not_found', 'No.'),
  new Error('No.'),
])('%o stays as it is', (error) => {
  expect(addExample(error, tool)).toBe(error)
})

test('without a short example the error stays as it is', () => {
  const error = new ToolError('invalid_input', 'No.')
  expect(addExample(error, { examples: [] })).toBe(error)
})
