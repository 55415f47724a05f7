import type { Database } from '@quartermaster/db'
import {
  type Caller,
  likelyMisspelling,
  quote,
  ToolError,
  whyDeceptive,
} from '@quartermaster/toolkit'
import { listAgentNames } from '../queries/agents.ts'
import { findKeyHolder, findNamedAgent } from '../queries/callers.ts'
import { findWorkspaceByName } from '../queries/workspaces.ts'
import { DEFAULT_LIMITS, limitsOf } from './limits.ts'

/** The headers `x-workspace` and `x-agent`. */
export type ActAs = { readonly workspace?: string; readonly agent?: string }

export type Holder = {
  readonly hash: Buffer
  readonly expiresAt: Date | null
  readonly revoked: boolean
  readonly caller: Caller
}

/** The caller that a key belongs to, and the columns that decide whether the key is valid. */
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

/**
 * The caller of a request with the root key. Without `agent` it has no limits, otherwise those of the
 * agent. `agent` need not be registered, but throws if it is deceptive or probably a misspelling of a
 * registered name. Undefined if there is no such workspace.
 */
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
  if (found.agent_id === null) await checkUnregistered(db, found.workspace_id, agent)
  const rules = found.agent_id === null ? DEFAULT_LIMITS : limitsOf(found)
  return { ...root, workspaceId: found.workspace_id, agent, access: { rules, paths: null } }
}

async function checkUnregistered(db: Database, workspaceId: string, agent: string) {
  const reason = whyDeceptive(agent)
  if (reason !== undefined) {
    throw new ToolError('invalid_input', `The name in the x-agent header ${reason}`)
  }
  const meant = likelyMisspelling(agent, await listAgentNames(db, workspaceId))
  if (meant === undefined) return
  throw new ToolError('not_found', `No agent ${quote(agent)}.`, {
    suggestion: `Did you mean ${quote(meant)}? A new agent is registered with POST /v1/agents.`,
  })
}

/** The key of an agent is valid for that agent only; headers that name another are an error. */
export function checkActsAsItself({ workspace, agent }: Caller, as: ActAs): void {
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
