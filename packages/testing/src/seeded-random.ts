import { onTestFailed } from 'vitest'
import { TEST_SEED } from './environment.ts'
import { randomFrom, type SeededRandom } from './random-from.ts'

/**
 * Random numbers for tests of races. A test that fails prints its seed; `TEST_SEED=…` in the
 * environment repeats it.
 */
export function seededRandom(): SeededRandom {
  const seed = TEST_SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(TEST_SEED)
  if (!Number.isSafeInteger(seed)) throw new Error(`TEST_SEED must be a whole number: ${TEST_SEED}`)
  onTestFailed(({ task }) => {
    console.error(`"${task.name}" failed with TEST_SEED=${seed}`)
  })
  return randomFrom(seed)
}
