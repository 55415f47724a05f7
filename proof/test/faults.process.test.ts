import { describe, expect, test } from 'vitest'
import { FAULTS } from '../src/faults/faults.ts'
import { runFault } from '../src/faults/run-fault.ts'

// Two of the faults of `pnpm prove`, shortened: all of them take about ten minutes.
const SHORT = ['PostgreSQL is suspended (SIGSTOP)', 'kill -9 of the worker']

describe('under mixed load', { concurrent: true, timeout: 170_000 }, () => {
  test.each(FAULTS.filter(({ name }) => SHORT.includes(name)))(
    '$name: nothing is lost or doubled, and the speed returns by itself',
    async (fault) => {
      const result = await runFault(fault, { warmUpSeconds: 1, faultSeconds: 4 })
      expect(result.broken).toEqual([])
      expect(result.acknowledged).toBeGreaterThan(0)
      expect(result.prompts).toBeGreaterThan(0)
    },
  )
})
