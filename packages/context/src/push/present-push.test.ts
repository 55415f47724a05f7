import { expect, test } from 'vitest'
import { notice } from './present-push.ts'

const members = (place: number, number: number) =>
  Array.from({ length: number }, (_, index) => ({ place, agent: `agent${index}` }))

test('direct readers come first, and everyone is named once', () => {
  const { subscribers_notified } = notice(
    ['t', 'u'],
    ['M', 'B'],
    [
      { place: 2, agent: 'C' },
      { place: 1, agent: 'B' },
      { place: 1, agent: 'A' },
    ],
  )
  expect(subscribers_notified).toEqual(['M', 'B', 'A', 'C'])
})

test('a hundred names are all, one more is too many', () => {
  expect(notice(['t'], [], members(1, 100))).toMatchObject({
    message: 'Context pushed to 1 topic, notified 100 subscribers',
  })
  const many = notice(['t'], [], members(1, 101))
  expect(many.subscribers_notified).toHaveLength(100)
  expect(many).toMatchObject({
    subscribers_truncated: true,
    message: 'Context pushed to 1 topic, notified more than 100 subscribers',
  })
})

test('a topic without subscribers is told', () => {
  expect(notice(['t', 'u'], [], members(2, 1))).toMatchObject({
    topics_without_subscribers: ['t'],
    message: 'Context pushed to 2 topics, notified 1 subscriber. No subscribers: t',
  })
  expect(notice(['t'], [], []).message).toBe(
    'Context pushed to 1 topic, notified 0 subscribers. No subscribers: t; nobody can read it',
  )
})
