import { expect, test } from 'vitest'
import { startTogether } from '../src/upgrade/start-together.ts'
import { upgradeUnderLoad } from '../src/upgrade/upgrade-under-load.ts'

test('a migration of the next version under load: no call of either version fails or waits for long', {
  timeout: 170_000,
}, async () => {
  const result = await upgradeUnderLoad(1)
  expect(result.broken).toEqual([])
  expect(result.acknowledged).toBeGreaterThan(0)
  expect(result.prompts).toBeGreaterThan(0)
})

// `pnpm prove` starts 20.
test('8 processes that start on an empty database all take calls, and each migration runs once', {
  timeout: 170_000,
}, async () => {
  const { broken } = await startTogether(8)
  expect(broken).toEqual([])
})
