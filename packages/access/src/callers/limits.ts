import { type AccessRule, DENY_ALL } from '@quartermaster/toolkit'

/** An agent's own limits beside those of its role, as one query brings them. */
export type LimitColumns = {
  readonly allowed_tools: string[] | null
  readonly denied_tools: string[] | null
  readonly role: string | null
  /** `null`: the agent has no role, or one that does not exist. */
  readonly known_role: string | null
  readonly role_allowed_tools: string[] | null
  readonly role_denied_tools: string[] | null
}

/** Someone nobody has registered: everything but the dangerous tools. */
export const DEFAULT_LIMITS: readonly AccessRule[] = [{ allowed: null, denied: [] }]

export function limitsOf(row: LimitColumns): readonly AccessRule[] {
  const own = { allowed: row.allowed_tools, denied: row.denied_tools ?? [] }
  if (row.role === null) return [own]
  if (row.known_role === null) return [DENY_ALL]
  return [own, { allowed: row.role_allowed_tools, denied: row.role_denied_tools ?? [] }]
}
