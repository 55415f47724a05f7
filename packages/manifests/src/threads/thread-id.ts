import { complaint } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

const PATTERN = '^[^\\x00-\\x1f\\x7f-\\x9f]{1,200}$'

/** What a thread may be called by those whose threads they are. */
export const ThreadId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: PATTERN,
  [complaint]: 'must be 1 to 200 characters, none of them a control character',
})

const THREAD_ID = new RegExp(PATTERN, 'u')

export const isThreadId = (text: string): boolean => THREAD_ID.test(text)
