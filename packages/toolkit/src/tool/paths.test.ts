import { expect, test } from 'vitest'
import { subjectPath, toolPath } from './paths.ts'

test('a tool that needs no subject is at /v1/tools', () => {
  expect(toolPath('get_context')).toBe('/v1/tools/get_context')
})

test('a subject’s tool is below the subject, whose id is encoded', () => {
  expect(toolPath('shout', subjectPath('toolsets', 'My Tools/ü'))).toBe(
    '/v1/toolsets/My%20Tools%2F%C3%BC/tools/shout',
  )
})

test.each([':id', '{id}'])('the placeholder %s is not encoded', (id) => {
  expect(subjectPath('tables', id)).toBe(`/v1/tables/${id}`)
})
