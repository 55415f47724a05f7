import { ConfigError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { expect, test } from 'vitest'
import { PromptVariables, promptSettings } from './environment.ts'

const settings = (variables: object) =>
  promptSettings(Value.Default(Type.Object(PromptVariables), variables) as never)

test('upload is switched off by QM_ALLOW_UPLOAD', () => {
  expect(settings({}).mayUpload).toBe(true)
  expect(settings({ QM_ALLOW_UPLOAD: false }).mayUpload).toBe(false)
})

test.each(['http://me:secret@letta.example', 'https://me@letta.example/v1'])(
  'a user name or password in LETTA_BASE_URL stops the start, in a line that does not show it: %s',
  (LETTA_BASE_URL) => {
    const start = () => settings({ LETTA_BASE_URL })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(/^LETTA_BASE_URL must not contain (?!.*secret)/)
  },
)
