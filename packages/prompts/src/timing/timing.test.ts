import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextSlot } from './timing.ts'

const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000)

test('an interval counts from its first slot', () => {
  const timing = { kind: 'interval', everySeconds: 300, firstRun: at(3600) } as const
  expect(nextSlot(timing, at(0), null)).toEqual(at(3600))
  expect(nextSlot(timing, at(3599), null)).toEqual(at(3600))
  expect(nextSlot(timing, at(3600), null)).toEqual(at(3900))
  expect(nextSlot(timing, at(4000), null)).toEqual(at(4200))
  expect(nextSlot(timing, at(4000), at(4199))).toBeUndefined()
})

test('a one-time schedule has one slot', () => {
  const timing = { kind: 'once', at: at(60) } as const
  expect(nextSlot(timing, at(0), null)).toEqual(at(60))
  expect(nextSlot(timing, at(60), null)).toBeUndefined()
})

test('no slot of an interval is missing or repeated over ten years', () => {
  const tenYears = 10 * 365 * 24 * 3600
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 366 * 24 * 3600 }),
      fc.integer({ min: 0, max: tenYears }),
      fc.integer({ min: -1000, max: tenYears * 1000 }),
      (everySeconds, first, offset) => {
        const timing = { kind: 'interval', everySeconds, firstRun: at(first) } as const
        const after = new Date(at(0).getTime() + offset)
        const slot = nextSlot(timing, after, null) as Date
        expect(slot.getTime()).toBeGreaterThan(after.getTime())
        // The slot is on the grid, and the one before it is not after `after`.
        const steps = (slot.getTime() - at(first).getTime()) / 1000 / everySeconds
        expect(Number.isInteger(steps)).toBe(true)
        if (steps > 0)
          expect(slot.getTime() - everySeconds * 1000).toBeLessThanOrEqual(after.getTime())
        else expect(steps).toBe(0)
      },
    ),
    { numRuns: 2000 },
  )
})
