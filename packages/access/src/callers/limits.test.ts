import { mayCall, type RoutedTool } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS, limitsOf } from './limits.ts'

const agent = {
  allowed_tools: null,
  denied_tools: [],
  role: null,
  known_role: null,
  role_allowed_tools: null,
  role_denied_tools: null,
}
const role = { role: 'reader', known_role: 'reader', role_denied_tools: [] }

const mayUse = (limits: ReturnType<typeof limitsOf>, name: string, dangerous = false) =>
  mayCall({ rules: limits, paths: null }, { tool: { name, dangerous }, path: name } as RoutedTool)

test('agents without limits, and unregistered ones, may call all but the dangerous tools', () => {
  for (const limits of [limitsOf(agent), DEFAULT_LIMITS]) {
    expect(mayUse(limits, 'get_context')).toBe(true)
    expect(mayUse(limits, 'wipe', true)).toBe(false)
  }
})

test('a role limits what its agents may call', () => {
  const limits = limitsOf({ ...agent, ...role, role_allowed_tools: ['get_context'] })
  expect(mayUse(limits, 'get_context')).toBe(true)
  expect(mayUse(limits, 'push_context')).toBe(false)
})

test('a tool that the agent or its role denies is denied', () => {
  const own = limitsOf({ ...agent, ...role, denied_tools: ['a'], role_denied_tools: ['b'] })
  expect([mayUse(own, 'a'), mayUse(own, 'b'), mayUse(own, 'c')]).toEqual([false, false, true])
})

test('an agent whose role does not exist may call nothing', () => {
  const limits = limitsOf({ ...agent, allowed_tools: ['get_context'], role: 'ghost' })
  expect(mayUse(limits, 'get_context')).toBe(false)
})
