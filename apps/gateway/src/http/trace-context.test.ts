import { expect, test } from 'vitest'
import { traceIdOf } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

test('the trace id of a traceparent is read', () => {
  expect(traceIdOf(`00-${TRACE}-00f067aa0ba902b7-01`)).toBe(TRACE)
  expect(traceIdOf(`01-${TRACE}-00f067aa0ba902b7-01-more`)).toBe(TRACE)
})

test.each([
  undefined,
  '',
  TRACE,
  `ff-${TRACE}-00f067aa0ba902b7-01`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
])('%j has none', (text) => {
  expect(traceIdOf(text)).toBeNull()
})
