import { OutboundError } from '@quartermaster/outbound'
import { expect, test } from 'vitest'
import { refusal, retryAfter, silence, textMember } from './outcomes.ts'

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

test('a refusal is told by its status alone', () => {
  const answer = { status: 503, headers: { 'retry-after': '5' } }
  expect(refusal('It', answer, NOW)).toEqual({
    ...{ outcome: 'failed', status: 503, error: 'It answered with status 503', retryAfterMs: 5000 },
  })
  expect(refusal('It', { status: 410, headers: {} }, NOW)).toMatchObject({ final: true })
})

test('no answer to what was sent is a doubt, unless it can be repeated', () => {
  const sent = new OutboundError('timed_out', 'late', { written: true })
  expect(silence('It', sent, { repeatable: false }).outcome).toBe('unconfirmed')
  expect(silence('It', sent, { repeatable: true }).outcome).toBe('failed')
  const unsent = new OutboundError('unreachable', 'no', { written: false })
  expect(silence('It', unsent, { repeatable: false }).outcome).toBe('failed')
  expect(() => silence('It', new TypeError('bug'), { repeatable: true })).toThrow('bug')
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
