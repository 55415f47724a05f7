import type { Database } from '@quartermaster/db'
import { findPause, listTroubles, type Trouble } from '@quartermaster/delivery'
import { formatInstant } from '../timing/instant.ts'

/** Why a recipient currently gets no prompts. */
export type Obstacle = {
  readonly state: 'paused' | 'switched_off'
  readonly message: string
  /** When the next attempt is made. */
  readonly until: Date | null
}

/** Returns the obstacle for each recipient: a pause of the workspace, or a target that is switched off. */
export async function findObstacles(
  db: Database,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<(agentId: string) => Obstacle | undefined> {
  if (agentIds.length === 0) return () => undefined
  const pause = await findPause(db, workspaceId)
  if (pause !== undefined) {
    const message = `The prompts of this workspace are paused since ${formatInstant(pause.paused_at)}, by ${pause.paused_by}`
    return () => ({ state: 'paused', message, until: null })
  }
  const troubles = await listTroubles(db, workspaceId, [...new Set(agentIds)])
  const off = new Map(troubles.map((trouble) => [trouble.agent_id, offObstacle(trouble)]))
  return (agentId) => off.get(agentId)
}

function offObstacle({ off_since, probe_at, error, failures }: Trouble): Obstacle | undefined {
  if (off_since === null || probe_at === null) return undefined
  const message = `The target is switched off since ${formatInstant(off_since)}, because it failed ${failures} times in a row: ${error}. It is tried again at ${formatInstant(probe_at)}`
  return { state: 'switched_off', message, until: probe_at }
}
