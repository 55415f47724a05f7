import { expect, test } from 'vitest'
import { toMembers } from './known-members.ts'

test('members come in the order of their topics, then of their names', () => {
  const ordinals = [2, 1, 10, 1, 2, 1]
  const agents = ['b', 'é', 'a', 'B', 'a', 'z']
  expect(toMembers([ordinals, agents])).toEqual([
    { ordinal: 1, agent: 'B' },
    { ordinal: 1, agent: 'z' },
    { ordinal: 1, agent: 'é' },
    { ordinal: 2, agent: 'a' },
    { ordinal: 2, agent: 'b' },
    { ordinal: 10, agent: 'a' },
  ])
})

test('an agent that is subscribed to two topics is a member of both', () => {
  expect(
    toMembers([
      [2, 1],
      ['a', 'a'],
    ]),
  ).toEqual([
    { ordinal: 1, agent: 'a' },
    { ordinal: 2, agent: 'a' },
  ])
})

test('topics without subscribers have no members', () => {
  expect(toMembers([null, null])).toEqual([])
})
