import { expect, test } from 'vitest'
import { fromDatabaseError } from './database-errors.ts'

const databaseError = (code: string) => Object.assign(new Error('from PostgreSQL'), { code })

test.each([
  ['23503', 'not_found', 'an agent or a document that was deleted while the call used it'],
  ['40P01', 'in_flight', 'a deadlock'],
  ['57014', 'deadline_exceeded', 'a statement that took too long'],
  ['53100', 'unavailable', 'a full disk'],
  ['22021', 'invalid_input', 'a text with the character NUL'],
  ['ECONNREFUSED', 'unavailable', 'a database that is away'],
])('%s is answered as %s: %s', (code, answer) => {
  const error = fromDatabaseError(databaseError(code))
  expect(error?.code).toBe(answer)
  expect(error?.message).not.toContain('PostgreSQL')
})

test('any other error is a fault of the gateway', () => {
  expect(fromDatabaseError(databaseError('42P01'))).toBeUndefined()
  expect(fromDatabaseError(new Error('bug'))).toBeUndefined()
})
