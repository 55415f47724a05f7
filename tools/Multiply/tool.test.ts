import { expect, test } from 'vitest'
import { Tools } from './tool.ts'

test.each([
  [6, 7, 42],
  [-1.5, 2, -3],
  [0, 5, 0],
])('%d times %d is %d', async (multiplicand, multiplier, product) => {
  expect(await new Tools().tool_multiply({ multiplicand, multiplier })).toBe(product)
})
