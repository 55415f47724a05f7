import { type AccessRule, DENY_ALL } from '@quartermaster/toolkit'

/** The limits of an agent and those of its role. */
export type LimitColumns = {
  readonly allowed_tools: string[] | null
  readonly denied_tools: string[] | null
  readonly role: string | null
  /** `null`: the agent has no role, or one that does not exist. */
  readonly known_role: string | null
  readonly role_allowed_tools: string[] | null
  readonly role_denied_tools: string[] | null
}

/** The limits of an unregistered agent: it may call all tools but the dangerous ones. */
export const DEFAULT_LIMITS: readonly AccessRule[] = [{ allowed: null, denied: [] }]

export function limitsOf(row: LimitColumns): readonly AccessRule[] {
  const own = { allowed: row.allowed_tools, denied: row.denied_tools ?? [] }
  if (row.role === null) return [own]
  if (row.known_role === null) return [DENY_ALL]
  return [own, { allowed: row.role_allowed_tools, denied: row.role_denied_tools ?? [] }]
}
