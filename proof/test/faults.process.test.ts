import { expect, test } from 'vitest'
import { FAULTS } from '../src/faults/faults.ts'
import { runFault } from '../src/faults/run-fault.ts'

// One of the faults of `pnpm prove`, shortened: all of them take about ten minutes.
const SUSPENDED = FAULTS.filter(({ name }) => name.startsWith('PostgreSQL is suspended'))

test.each(SUSPENDED)(
  '$name under mixed load: nothing is lost or doubled, and the speed returns by itself',
  { timeout: 170_000 },
  async (fault) => {
    const result = await runFault(fault, { warmUpSeconds: 1, faultSeconds: 4 })
    expect(result.broken).toEqual([])
    expect(result.acknowledged).toBeGreaterThan(0)
    expect(result.prompts).toBeGreaterThan(0)
  },
)
