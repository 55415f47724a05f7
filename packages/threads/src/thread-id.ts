import { customMessage } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

const MAX_LENGTH = 200

// A thread id of . or .. would change every URL path that contains it.
const CONTROL = '\\x00-\\x1f\\x7f-\\x9f'
const PATTERN = `^([^.${CONTROL}]|\\.[^.${CONTROL}]|\\.\\.[^${CONTROL}])[^${CONTROL}]*$`

export const ThreadId = Type.String({
  minLength: 1,
  maxLength: MAX_LENGTH,
  pattern: PATTERN,
  [customMessage]: `must be 1 to ${MAX_LENGTH} characters without control characters, and neither "." nor ".."`,
})

const THREAD_ID = new RegExp(PATTERN, 'u')

export const isThreadId = (text: string): boolean =>
  text.length <= 2 * MAX_LENGTH && [...text].length <= MAX_LENGTH && THREAD_ID.test(text)
