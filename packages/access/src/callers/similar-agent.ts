import type { Database } from '@quartermaster/db'
import { likelyMisspelling, quote } from '@quartermaster/toolkit'
import { listAgentNames } from '../queries/agents.ts'

/** Names are case-sensitive: "sales" and "Sales" have different inboxes. */
export async function warnOfSimilarAgent(
  db: Database,
  workspaceId: string,
  name: string,
): Promise<string[]> {
  const similar = likelyMisspelling(name, await listAgentNames(db, workspaceId))
  return similar === undefined
    ? []
    : [`There is also an agent ${quote(similar)}, which is not the same.`]
}
