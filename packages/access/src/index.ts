export { makeKey, readKey } from './api-key.ts'
export type { ActAs } from './caller.ts'
export { type Keyring, openKeyring } from './keyring.ts'
export { isName, Name } from './name.ts'
export {
  type Agent,
  type AgentChanges,
  createAgent,
  deleteAgent,
  findAgent,
  getAgent,
  listAgents,
  type NewAgent,
  updateAgent,
} from './queries/agents.ts'
export {
  createKey,
  deleteExpiredKeys,
  type ListedKey,
  listKeys,
  revokeKey,
} from './queries/keys.ts'
export { deleteRole, listRoles, type Role, saveRole } from './queries/roles.ts'
export {
  createWorkspace,
  findWorkspaceByName,
  listWorkspaces,
  type Workspace,
} from './queries/workspaces.ts'
