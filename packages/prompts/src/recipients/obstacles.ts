import type { Database } from '@quartermaster/db'
import { findPause, listTroubles, type Trouble } from '@quartermaster/delivery'
import { formatInstant } from '../timing/instant.ts'

/** Why nothing is delivered to somebody for now. */
export type Obstacle = {
  readonly state: 'paused' | 'switched_off'
  readonly words: string
  /** When it is tried again by itself. */
  readonly until: Date | null
}

/** What keeps prompts from agents of a workspace: the pause of them all, or targets that are off. */
export async function findObstacles(
  db: Database,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<(agentId: string) => Obstacle | undefined> {
  if (agentIds.length === 0) return () => undefined
  const pause = await findPause(db, workspaceId)
  if (pause !== undefined) {
    const words = `The prompts of this workspace are paused since ${formatInstant(pause.paused_at)}, by ${pause.paused_by}`
    return () => ({ state: 'paused', words, until: null })
  }
  const troubles = await listTroubles(db, workspaceId, [...new Set(agentIds)])
  const off = new Map(troubles.map((trouble) => [trouble.agent_id, offObstacle(trouble)]))
  return (agentId) => off.get(agentId)
}

function offObstacle({ off_since, probe_at, error, failures }: Trouble): Obstacle | undefined {
  if (off_since === null || probe_at === null) return undefined
  const words = `The target is switched off since ${formatInstant(off_since)}, because it failed ${failures} times in a row: ${error}. It is tried again at ${formatInstant(probe_at)}`
  return { state: 'switched_off', words, until: probe_at }
}
