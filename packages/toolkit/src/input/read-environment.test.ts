import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { ConfigError, readEnvironment } from './read-environment.ts'

const Environment = Type.Object({
  PORT: Type.Integer({ default: 8080, maximum: 65535 }),
  NAME: Type.Optional(Type.String()),
})

test('variables come in their types, and with their defaults', () => {
  expect(readEnvironment(Environment, { PORT: '90', NAME: 'a', PATH: '/bin' })).toEqual({
    PORT: 90,
    NAME: 'a',
  })
  expect(readEnvironment(Environment, { PORT: '', NAME: undefined })).toEqual({ PORT: 8080 })
})

test.each(['abc', '70000', '1.5'])('PORT=%s is refused by name', (PORT) => {
  expect(() => readEnvironment(Environment, { PORT })).toThrow(ConfigError)
  expect(() => readEnvironment(Environment, { PORT })).toThrow(/^PORT must be/)
})
