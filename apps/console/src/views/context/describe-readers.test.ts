import { expect, test } from 'vitest'
import { describeReaders, formatSeconds } from './describe-readers.ts'

const nobody = { everyone: false, topics: [], agents: [], unregistered_agents: 0 }

test.each([
  [{ everyone: true }, 'everyone'],
  [{}, 'nobody'],
  [{ topics: ['leads'], agents: ['Sales', 'Ops'] }, 'topic leads; Sales, Ops'],
  [{ topics: ['a', 'b'], unregistered_agents: 2 }, 'topics a, b; 2 unregistered agents'],
])('%o is "%s"', (readers, text) => {
  expect(describeReaders({ ...nobody, ...readers })).toBe(text)
})

test.each([
  [null, 'for ever'],
  [90, '90 s'],
  [600, '10 min'],
  [86_400, '24 h'],
  [14 * 86_400, '14 days'],
])('%s seconds are "%s"', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text)
})
