import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

const pair = ([name, id]: readonly unknown[]) =>
  typeof name === 'string' && typeof id === 'number' ? { name, id } : undefined

test('a cursor is one URL-safe word that holds its parts', () => {
  const cursor = encodeCursor(['b/+ ü', 7])
  expect(cursor).toMatch(/^[\w-]+$/)
  expect(decodeCursor(cursor, pair)).toEqual({ name: 'b/+ ü', id: 7 })
})

test.each(['', 'x', '%%%', encodeCursor([]), encodeCursor(['a']), encodeCursor([1, 'a'])])(
  'the cursor %j is refused, and the error says how to continue',
  (cursor) => {
    expect(() => decodeCursor(cursor, pair)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: "Parameter 'cursor' is not a cursor of this list.",
        suggestion: expect.stringContaining("Leave out 'cursor'"),
      }),
    )
  },
)
