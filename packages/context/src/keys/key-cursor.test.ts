import { encodeCursor } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import {
  type ChangeCursor,
  changeCursor,
  checkIsComplete,
  readChangeCursor,
} from '../changes/change-cursor.ts'
import { keyCursor, readKeyCursor, readTopicCursor, topicCursor } from './key-cursor.ts'

test('a cursor is decoded to its position', () => {
  const position = { sortKey: 'größer 😀', id: 7 }
  expect(readKeyCursor(keyCursor(position))).toEqual(position)
  expect(readTopicCursor(topicCursor({ ...position, subscribers: 3 }))).toEqual({
    ...position,
    subscribers: 3,
  })
})

test.each([
  '',
  'x',
  '!!!',
  'bnVsbA',
  encodeCursor(['\0', 1]),
  encodeCursor(['\ud800', 1]),
  encodeCursor(['a', -1]),
  encodeCursor(['a', 1.5]),
])('%j is not a cursor', (cursor) => {
  expect(() => readKeyCursor(cursor)).toThrow("'cursor' is not a cursor")
})

const done: ChangeCursor = { cluster: '1', seen: '10:12:10,11', target: null, position: null }
const onTheWay: ChangeCursor = {
  cluster: '1',
  seen: null,
  target: '10:12:10,11',
  position: { transaction: '9', id: 4 },
}

test.each([done, onTheWay, { ...onTheWay, seen: '5:5:' }])(
  'a position in the feed is decoded as it was encoded',
  (cursor) => {
    expect(readChangeCursor(changeCursor(cursor))).toEqual(cursor)
  },
)

test.each([
  '0:5:',
  '6:5:',
  '5:6',
  '5:6:7',
  '5:8:7,6',
  '5:8:6,6',
  '5:8:6,',
  'a:b:',
  '5:6:5:5',
  '99999999999999999999:99999999999999999999:',
])('%s is not a snapshot', (seen) => {
  expect(() => readChangeCursor(changeCursor({ ...done, seen }))).toThrow(
    "'cursor' is not a cursor",
  )
})

test('an impossible position is refused', () => {
  expect(() => readChangeCursor(encodeCursor(['1', null, null, null, null]))).toThrow()
  expect(() => readChangeCursor(encodeCursor(['1', '5:5:', '6:6:', null, null]))).toThrow()
  expect(() => readChangeCursor(encodeCursor(['x', '5:5:', null, null, null]))).toThrow()
})

const feed = { cluster: '1', snapshot: '100:100:', prunedThrough: '5' }

test('a cursor is refused when changes after it were pruned, or when it is of another cluster', () => {
  expect(() => checkIsComplete(done, feed)).not.toThrow()
  expect(() => checkIsComplete(onTheWay, feed)).not.toThrow()
  for (const state of [
    { ...feed, prunedThrough: '10' },
    { ...feed, cluster: '2' },
    { ...feed, snapshot: '11:11:' },
  ]) {
    expect(() => checkIsComplete(done, state)).toThrow('too old')
  }
})
