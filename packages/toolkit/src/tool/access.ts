import type { RoutedTool } from './tool.ts'

/** The allow-list and deny-list of an agent or of its role. */
export type AccessRule = {
  /** `null` or `*` allows every tool except dangerous ones, which must be named. */
  readonly allowed: readonly string[] | null
  /** Overrides `allowed`; `*` denies every tool. */
  readonly denied: readonly string[]
}

/** The tools that a caller may see and call. Listings and calls both ask `mayCall`. */
export type Access = {
  /** A tool must pass every rule; the operator has none. */
  readonly rules: readonly AccessRule[]
  /** The only paths that a short-lived key may call; `null` for keys without this limit. */
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

const names = (list: readonly string[], name: string): boolean =>
  list.some((entry) => entry.toLowerCase() === name.toLowerCase())
