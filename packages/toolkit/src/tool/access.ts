import type { RoutedTool } from './tool.ts'

/** The allow-list and deny-list of an agent or of its role. */
export type AccessRule = {
  /** `null` or `*` allows every tool except dangerous ones, which must be named. */
  readonly allowed: readonly string[] | null
  /** Overrides `allowed`; `*` denies every tool. */
  readonly denied: readonly string[]
}

/** The tools that a caller may see and call. Listings and calls both use `mayCall`. */
export type Access = {
  /** A tool must pass every rule; the operator has none. */
  readonly rules: readonly AccessRule[]
  /** The only paths that a limited key may call; `null` for other keys. */
  readonly paths: readonly string[] | null
}

export const DENY_ALL: AccessRule = { allowed: [], denied: [] }

export function mayCall(access: Access, { tool, path }: RoutedTool): boolean {
  if (access.paths !== null && !access.paths.includes(path)) return false
  return access.rules.every(({ allowed, denied }) => {
    if (names(denied, tool.name) || denied.includes('*')) return false
    if (allowed !== null && names(allowed, tool.name)) return true
    return !tool.dangerous && (allowed === null || allowed.includes('*'))
  })
}

/** The index in `Access.rules` of the rule that decides, and why. */
export type AccessReason = {
  readonly rule: number | undefined
  readonly kind: 'path' | 'denied' | 'not_allowed' | 'dangerous' | 'named' | 'default'
}

/** The reason for the result of `mayCall`: the first rule that refuses, or else why the rules allow the tool. */
export function explainAccess(access: Access, { tool, path }: RoutedTool): AccessReason {
  if (access.paths !== null && !access.paths.includes(path))
    return { rule: undefined, kind: 'path' }
  for (const [rule, { allowed, denied }] of access.rules.entries()) {
    if (names(denied, tool.name) || denied.includes('*')) return { rule, kind: 'denied' }
    if (allowed !== null && names(allowed, tool.name)) continue
    if (allowed !== null && !allowed.includes('*')) return { rule, kind: 'not_allowed' }
    if (tool.dangerous) return { rule, kind: 'dangerous' }
  }
  const naming = access.rules.findIndex(
    ({ allowed }) => allowed !== null && names(allowed, tool.name),
  )
  return naming < 0 ? { rule: undefined, kind: 'default' } : { rule: naming, kind: 'named' }
}

const names = (list: readonly string[], name: string): boolean =>
  list.some((entry) => entry.toLowerCase() === name.toLowerCase())
