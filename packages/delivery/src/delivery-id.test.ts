import { expect, test } from 'vitest'
import { createDeliveryId, firstIdAt, isDeliveryId } from './delivery-id.ts'

test('ids are UUIDs of version 7 and sort by time', () => {
  const early = createDeliveryId(new Date('2030-01-01T00:00:00Z'))
  const late = createDeliveryId(new Date('2030-01-01T00:00:01Z'))
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(early < late).toBe(true)
  expect(firstIdAt(new Date('2030-01-01T00:00:00Z')) <= early).toBe(true)
  expect(firstIdAt(new Date('2030-01-01T00:00:00.001Z')) > early).toBe(true)
})

test.each(['', 'x', '01a1e286-08fc-7f72-81cf-a0ada352f40', "' or 1=1"])(
  '%j is not an id',
  (text) => {
    expect(isDeliveryId(text)).toBe(false)
  },
)
