import { expect, test } from 'vitest'
import { Tools } from './tool.ts'

const multiply = (multiplicand: unknown, multiplier: unknown) =>
  new Tools().tool_multiply({ multiplicand, multiplier } as never)

test.each([
  [6, 7, 42],
  [-1.5, 2, -3],
  [0, 5, 0],
  [0, -5, 0],
  [0.1, 0.2, 0.02],
  [1.1, 1.1, 1.21],
  [1e-7, 3, 3e-7],
  [3, 1 / 3, 0.9999999999999999],
])('%d times %d is %d', async (multiplicand, multiplier, product) => {
  expect(await multiply(multiplicand, multiplier)).toBe(product)
})

test.each([
  [9007199254740991, 9007199254740991, '81129638414606663681390495662081'],
  [-123456789.123456, 987654321.98765, '-121932631356499218.6311573184'],
  [0.1234567890123456, 0.1234567890123456, '0.01524157875323881726870921383936'],
  [JSON.rawJSON('12345678901234567890'), 10, '123456789012345678900'],
  [JSON.rawJSON('1e400'), JSON.rawJSON('-2e-399'), '-20'],
  [JSON.rawJSON('1e5000'), 2, '2e5000'],
])('%o times %o keeps every digit', async (multiplicand, multiplier, product) => {
  expect(JSON.stringify(await multiply(multiplicand, multiplier))).toBe(product)
})
