import type { Database } from '@quartermaster/db'
import { saveKeyUse } from '../queries/keys.ts'

const DELAY_MS = 60_000

export type UseRecorder = {
  /** Records the use of a key without a query: all uses within a minute are written together. */
  record(keyId: string): void
  /** Writes the recorded uses. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Writes `last_used_at` of keys in the background. */
export function recordUses(db: Database): UseRecorder {
  let used = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const ids = [...used]
    used = new Set()
    if (ids.length > 0) await saveKeyUse(db, ids)
  }
  return {
    record(keyId) {
      used.add(keyId)
      // A failed write is ignored, because the next use of the key is written again.
      timer ??= setTimeout(() => flush().catch(() => {}), DELAY_MS).unref()
    },
    flush,
    close: () => flush().catch(() => {}),
  }
}
