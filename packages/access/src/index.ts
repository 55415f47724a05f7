export type { ActAs } from './callers/find-caller.ts'
export { hasMask, MASK, maskSecrets } from './callers/mask-secrets.ts'
export { warnOfSimilarAgent } from './callers/similar-agent.ts'
export { warnOfUnknownTools } from './callers/unknown-tools.ts'
export { makeKey, readKey } from './keys/api-key.ts'
export { ACCESS_CHANNEL, type Keyring, openKeyring } from './keys/keyring.ts'
export { openSessions, type Sessions } from './keys/sessions.ts'
export { isName, Name } from './name.ts'
export {
  AGENT_ORDERS,
  type Agent,
  type AgentChanges,
  countAgents,
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
export { findOwnQuotas, listOwnQuotas, type OwnQuotas, saveOwnQuotas } from './queries/quotas.ts'
export {
  deleteRole,
  findRole,
  listRoles,
  type Role,
  saveRole,
  warnOfUnknownRole,
} from './queries/roles.ts'
export { deleteExpiredSessions } from './queries/sessions.ts'
export {
  createWorkspace,
  deleteWorkspace,
  findWorkspaceByName,
  getWorkspace,
  listWorkspaces,
  lockWorkspace,
  updateWorkspace,
  type Workspace,
} from './queries/workspaces.ts'
