import { expect, test } from 'vitest'
import { expiry, secondsLeft } from './expiry.ts'

const now = new Date('2030-01-01T00:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test.each([
  [{}, after(86_400)],
  [{ ttl_hours: 1 }, after(3600)],
  [{ ttl_hours: 0.0005 }, after(1.8)],
  [{ ttl: 300 }, after(300)],
  [{ ttl_hours: 0 }, null],
  [{ ttl: 0 }, null],
  [{ ttl_hours: 1e-12 }, after(0.001)],
])('%j', (ttl, expected) => {
  expect(expiry(now, ttl)).toEqual(expected)
})

test('ttl and ttl_hours together are refused', () => {
  expect(() => expiry(now, { ttl_hours: 1, ttl: 3600 })).toThrow("either 'ttl_hours' or 'ttl'")
})

test('ttl_remaining is at least one second while a value is readable', () => {
  expect(secondsLeft(now, after(0.2))).toBe(1)
  expect(secondsLeft(now, after(86_400))).toBe(86_400)
})
