import { OutboundError } from '@quartermaster/outbound'
import { expect, test } from 'vitest'
import { failureFromNoResponse, failureFromStatus, retryAfter, textMember } from './outcomes.ts'

const NOW = new Date('2030-01-01T00:00:00Z')

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Tue, 01 Jan 2030 00:05:00 GMT', 300_000],
  ['Tue, 01 Jan 2029 00:05:00 GMT', 0],
  ['999999999', 3_600_000],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is %j ms', (value, wait) => {
  expect(retryAfter(value, NOW)).toBe(wait)
})

test('a failure shows the status and nothing of the response', () => {
  const answer = { status: 503, headers: { 'retry-after': '5' } }
  expect(failureFromStatus('It', answer, NOW)).toEqual({
    outcome: 'failed',
    status: 503,
    error: 'It answered with status 503',
    retryAfterMs: 5000,
  })
  expect(failureFromStatus('It', { status: 410, headers: {} }, NOW)).toMatchObject({ final: true })
})

test('a written request without a response is unconfirmed, unless it is repeatable', () => {
  const sent = new OutboundError('timed_out', 'late', { written: true })
  expect(failureFromNoResponse('It', sent, { repeatable: false }).outcome).toBe('unconfirmed')
  expect(failureFromNoResponse('It', sent, { repeatable: true }).outcome).toBe('failed')
  const unsent = new OutboundError('unreachable', 'no', { written: false })
  expect(failureFromNoResponse('It', unsent, { repeatable: false }).outcome).toBe('failed')
  expect(() => failureFromNoResponse('It', new TypeError('bug'), { repeatable: true })).toThrow(
    'bug',
  )
})

test.each([
  ['{"run_id":"r"}', 'r'],
  ['{"id":7,"runId":"s"}', 's'],
  ['null', undefined],
  ['not json', undefined],
  ['[]', undefined],
])('the id in %s', (text, id) => {
  expect(textMember(text, 'run_id', 'id', 'runId')).toBe(id)
})
