import { expect, test } from 'vitest'
import { withTools } from './with-tools.ts'

const ORIGIN = 'http://127.0.0.1:8080'

test('chosen tools are added to the addresses, and to nothing else', () => {
  expect(withTools(`{"url":"${ORIGIN}/mcp"}`, ORIGIN, 'health,get_context')).toBe(
    `{"url":"${ORIGIN}/mcp?tools=health,get_context"}`,
  )
  const openapi = `fetch('${ORIGIN}/v1/descriptors?format=openai')`
  expect(withTools(openapi, ORIGIN, 'health')).toBe(
    `fetch('${ORIGIN}/v1/descriptors?format=openai&tools=health')`,
  )
  expect(withTools(`${ORIGIN}/mcp`, ORIGIN, undefined)).toBe(`${ORIGIN}/mcp`)
})
