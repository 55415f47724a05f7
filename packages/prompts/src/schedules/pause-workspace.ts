import { type Database, inTransaction } from '@quartermaster/db'
import {
  announceResume,
  resumeWorkspace as deletePause,
  findPause,
  pauseWorkspace as insertPause,
} from '@quartermaster/delivery'
import { unparkSchedules } from '../queries/schedules.ts'
import { formatOrNull } from '../timing/instant.ts'

const TIMEOUT_MS = 15_000

type Scope = { readonly db: Database; readonly workspaceId: string; readonly now: Date }

/** Stops all prompts of a workspace with one row, however many schedules it has. */
export const pauseWorkspace = ({ db, workspaceId, now }: Scope, by: string): Promise<boolean> =>
  insertPause(db, workspaceId, by, now)

/** Resumes a workspace. On commit, workers send the deliveries that were held back. */
export const resumeWorkspace = ({ db, workspaceId, now }: Scope): Promise<boolean> =>
  inTransaction(db, TIMEOUT_MS, async (trx) => {
    const wasPaused = await deletePause(trx, workspaceId)
    await unparkSchedules(trx, workspaceId, now)
    await announceResume(trx)
    return wasPaused
  })

export async function presentPause({ db, workspaceId }: Scope) {
  const pause = await findPause(db, workspaceId)
  return {
    paused: pause !== undefined,
    paused_since: formatOrNull(pause?.paused_at ?? null),
    paused_by: pause?.paused_by ?? null,
  }
}
