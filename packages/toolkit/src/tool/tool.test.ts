import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { Input } from '../schema/annotations.ts'
import { toolsFor } from './tool.ts'
import { ERROR_CODES, ToolError } from './tool-error.ts'

type Services = { greeting: string }

const define = (name: string) =>
  toolsFor<Services>()({
    name,
    description: 'Greets someone.',
    effect: 'read',
    input: Input({ who: Type.String() }),
    output: Type.String(),
    timeoutSeconds: undefined,
    handler: async ({ who }, { services }) => `${services.greeting} ${who}`,
  })

test('a tool is a POST of at most thirty seconds by default, and not dangerous', () => {
  expect(define('greet')).toMatchObject({
    dangerous: false,
    timeoutSeconds: 30,
    methods: ['POST'],
    defaults: {},
    examples: [],
    transactional: true,
  })
})

test('a tool’s own settings replace the defaults', () => {
  const settings = {
    dangerous: true,
    timeoutSeconds: 5,
    methods: ['POST', 'GET'],
    defaults: { who: 'Ada' },
    transactional: false,
  } as const
  expect(toolsFor<Services>()({ ...define('greet'), ...settings })).toMatchObject(settings)
})

test('a parameter with a default is not required', () => {
  const { input } = toolsFor<Services>()({
    ...define('greet'),
    input: Input({ who: Type.String(), times: Type.Integer({ default: 1 }) }),
  })
  expect(input.required).toEqual(['who'])
})

test.each(['search', 'Web-Search_2', 'a', 'x'.repeat(64)])('%j is a valid name', (name) => {
  expect(define(name).name).toBe(name)
})

test.each(['', 'two words', 'dot.name', 'é', 'x'.repeat(65), 'line\n', '../secrets'])(
  '%j is a name that a vendor rejects',
  (name) => {
    expect(() => define(name)).toThrow('Vendors reject the tool name')
  },
)

test('every error says what to do next', () => {
  for (const code of ERROR_CODES) {
    const error = new ToolError(code, 'It did not work.')
    expect(error.suggestion).not.toBe('')
    expect(error.status).toBeGreaterThanOrEqual(400)
    expect(typeof error.retryable).toBe('boolean')
  }
})

test('an error’s own suggestion replaces the default', () => {
  const error = new ToolError('not_found', 'No such row.', { suggestion: 'Call list_rows.' })
  expect(error).toMatchObject({ status: 404, retryable: false, suggestion: 'Call list_rows.' })
})
