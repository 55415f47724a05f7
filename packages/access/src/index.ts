export type { ActAs } from './callers/find-caller.ts'
export { hasMask, MASK, maskSecrets } from './callers/mask-secrets.ts'
export { warnOfUnknownTools } from './callers/unknown-tools.ts'
export { makeKey, readKey } from './keys/api-key.ts'
export { ACCESS_CHANNEL, type Keyring, openKeyring } from './keys/keyring.ts'
export { openSessions, type Sessions } from './keys/sessions.ts'
export { isName, Name } from './name.ts'
export {
  type Agent,
  type AgentChanges,
  createAgent,
  deleteAgent,
  findAgent,
  getAgent,
  listAgents,
  lockAgent,
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
export { deleteRole, findRole, listRoles, type Role, saveRole } from './queries/roles.ts'
export { deleteExpiredSessions } from './queries/sessions.ts'
export {
  createWorkspace,
  deleteWorkspace,
  findWorkspaceByName,
  listWorkspaces,
  type Workspace,
} from './queries/workspaces.ts'
