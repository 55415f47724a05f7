import { expect, test } from 'vitest'
import { ATTEMPTS, waitAfter } from './backoff.ts'

test('waits grow up to an hour', () => {
  const waits = Array.from({ length: ATTEMPTS - 1 }, (_, index) => waitAfter(index + 1, 0.5) / 1000)
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
})

test('waits differ, so that deliveries that failed together are not retried together', () => {
  expect([waitAfter(1, 0), waitAfter(1, 1)]).toEqual([8000, 12_000])
})

test('a receiver that asks for longer gets it, one that asks for shorter does not', () => {
  expect([waitAfter(1, 0.5, 30_000), waitAfter(1, 0.5, 1)]).toEqual([30_000, 10_000])
})
