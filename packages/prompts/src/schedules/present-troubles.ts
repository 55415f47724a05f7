import type { Database } from '@quartermaster/db'
import { listTroubles } from '@quartermaster/delivery'
import { formatInstant, formatOrNull } from '../timing/instant.ts'

/** Recipients whose last delivery failed. */
export async function presentTroubles(db: Database, workspaceId: string) {
  const troubles = await listTroubles(db, workspaceId)
  return troubles.map((trouble) => ({
    ...trouble,
    failed_at: formatInstant(trouble.failed_at),
    off_since: formatOrNull(trouble.off_since),
    probe_at: formatOrNull(trouble.probe_at),
  }))
}
