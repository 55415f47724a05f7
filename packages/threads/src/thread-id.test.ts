import { readValue } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import { isThreadId, ThreadId } from './thread-id.ts'

const isTaken = (id: string) => readValue(ThreadId, id).problems.length === 0

test.each(['t', 't1', '.t', '..t', '...', 'a.', 'é 😀/x', 'x'.repeat(200), '😀'.repeat(100)])(
  '%j is a thread id',
  (id) => expect([isThreadId(id), isTaken(id)]).toEqual([true, true]),
)

test.each(['', '.', '..', 'a\nb', '\u0000', '.\u0007', 'x'.repeat(201)])(
  '%j is not a thread id',
  (id) => expect([isThreadId(id), isTaken(id)]).toEqual([false, false]),
)
