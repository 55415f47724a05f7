import { customMessage } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

const LONGEST = 200

// A thread called . or .. would make another path of every address that it stands in.
const CONTROL = '\\x00-\\x1f\\x7f-\\x9f'
const PATTERN = `^([^.${CONTROL}]|\\.[^.${CONTROL}]|\\.\\.[^${CONTROL}])[^${CONTROL}]*$`

/** What a thread may be called by those whose threads they are. */
export const ThreadId = Type.String({
  minLength: 1,
  maxLength: LONGEST,
  pattern: PATTERN,
  [customMessage]: `must be 1 to ${LONGEST} characters, none of them a control character, and not . or ..`,
})

const THREAD_ID = new RegExp(PATTERN, 'u')

export const isThreadId = (text: string): boolean =>
  text.length <= 2 * LONGEST && [...text].length <= LONGEST && THREAD_ID.test(text)
