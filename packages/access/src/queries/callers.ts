import type { Database } from '@quartermaster/db'

const LIMITS = [
  'agents.role',
  'agents.allowed_tools',
  'agents.denied_tools',
  'roles.name as known_role',
  'roles.allowed_tools as role_allowed_tools',
  'roles.denied_tools as role_denied_tools',
] as const

/** Everything that decides whether a key is valid and what it may do. */
export function findKeyHolder(db: Database, keyId: string) {
  return db
    .selectFrom('api_keys')
    .innerJoin('agents', 'agents.id', 'api_keys.agent_id')
    .innerJoin('workspaces', 'workspaces.id', 'agents.workspace_id')
    .leftJoin('roles', (join) =>
      join
        .onRef('roles.workspace_id', '=', 'agents.workspace_id')
        .onRef('roles.name', '=', 'agents.role'),
    )
    .select(['api_keys.hash', 'api_keys.paths', 'api_keys.expires_at', 'api_keys.revoked_at'])
    .select(['workspaces.id as workspace_id', 'workspaces.name as workspace'])
    .select('agents.name as agent')
    .select(LIMITS)
    .where('api_keys.id', '=', keyId)
    .executeTakeFirst()
}

/** A workspace and, if it is registered, the agent of this name. */
export function findNamedAgent(db: Database, workspace: string, agent: string) {
  return db
    .selectFrom('workspaces')
    .leftJoin('agents', (join) =>
      join.onRef('agents.workspace_id', '=', 'workspaces.id').on('agents.name', '=', agent),
    )
    .leftJoin('roles', (join) =>
      join
        .onRef('roles.workspace_id', '=', 'agents.workspace_id')
        .onRef('roles.name', '=', 'agents.role'),
    )
    .select(['workspaces.id as workspace_id', 'agents.id as agent_id'])
    .select(LIMITS)
    .where('workspaces.name', '=', workspace)
    .executeTakeFirst()
}
