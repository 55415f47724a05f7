import type { Database } from '@quartermaster/db'
import { type Caller, ToolError } from '@quartermaster/toolkit'
import { findKeyHolder, findNamedAgent } from '../queries/callers.ts'
import { findWorkspaceByName } from '../queries/workspaces.ts'
import { DEFAULT_LIMITS, limitsOf } from './limits.ts'

/** What the headers `x-workspace` and `x-agent` say. */
export type ActAs = { readonly workspace?: string; readonly agent?: string }

export type Holder = {
  readonly hash: Buffer
  readonly expiresAt: Date | null
  readonly revoked: boolean
  readonly caller: Caller
}

/** Whom a key belongs to, and what decides whether it still opens. */
export async function findHolder(db: Database, keyId: string): Promise<Holder | undefined> {
  const row = await findKeyHolder(db, keyId)
  if (row === undefined) return undefined
  return {
    hash: row.hash,
    expiresAt: row.expires_at,
    revoked: row.revoked_at !== null,
    caller: {
      workspaceId: row.workspace_id,
      workspace: row.workspace,
      agent: row.agent,
      keyId,
      isRoot: false,
      access: { rules: limitsOf(row), paths: row.paths },
    },
  }
}

/** The operator in a workspace, as one of its agents or with no limits; undefined: no such workspace. */
export async function findOperator(
  db: Database,
  workspace: string,
  agent: string | undefined,
): Promise<Caller | undefined> {
  const root = { workspace, keyId: 'root', isRoot: true }
  if (agent === undefined) {
    const found = await findWorkspaceByName(db, workspace)
    const access = { rules: [], paths: null }
    return found && { ...root, workspaceId: found.id, agent: 'root', access }
  }
  const found = await findNamedAgent(db, workspace, agent)
  if (found === undefined) return undefined
  const rules = found.agent_id === null ? DEFAULT_LIMITS : limitsOf(found)
  return { ...root, workspaceId: found.workspace_id, agent, access: { rules, paths: null } }
}

/** An agent's key speaks for that agent alone, whatever the headers say. */
export function mustBeItself({ workspace, agent }: Caller, as: ActAs): void {
  const own = { 'x-workspace': workspace, 'x-agent': agent }
  const asked = { 'x-workspace': as.workspace, 'x-agent': as.agent }
  for (const header of ['x-workspace', 'x-agent'] as const) {
    if (asked[header] === undefined || asked[header] === own[header]) continue
    throw new ToolError(
      'forbidden',
      `This key belongs to agent "${agent}" in workspace "${workspace}"; its ${header} header names another`,
      { suggestion: `Leave out the ${header} header: only the root key may act for others.` },
    )
  }
}
