import type { RoutedTool } from './tool.ts'

/** One list of what may be called: an agent's own, or its role's. */
export type AccessRule = {
  /** `null` or `*` = all but the dangerous ones, which only their own name lets in. */
  readonly allowed: readonly string[] | null
  /** Wins over `allowed`; `*` = everything. */
  readonly denied: readonly string[]
}

/** Which tools a caller may see and call. The listing and the calls ask the same question. */
export type Access = {
  /** Every limit must agree; the operator has none. */
  readonly rules: readonly AccessRule[]
  /** A short-lived key reaches these paths only; `null` = no such limit. */
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
