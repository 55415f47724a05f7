import { expect, test } from 'vitest'
import { checkScaleOut } from '../src/scale-out/check-scale-out.ts'

test('three gateways and three workers share keys and tools, and some of them can go', {
  timeout: 240_000,
}, async () => {
  const result = await checkScaleOut()
  expect(result.broken).toEqual([])
  expect(result.rollingCalls).toBeGreaterThan(0)
  expect(result.prompts).toBeGreaterThan(0)
})
