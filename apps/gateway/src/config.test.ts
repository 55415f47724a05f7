import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['DATABASE_URL', 'mysql://x', 'must begin with postgres:// or postgresql://'],
  ['LETTA_BASE_URL', 'letta:8283', 'must be an http or https URL'],
  ['REDIS_URL', 'localhost:6379', 'must begin with redis:// or rediss://'],
])('%s=%s stops the start with a line that says what it must be', (name, value, rule) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${rule}`)
})
