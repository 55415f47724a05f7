import type { Database } from '@quartermaster/db'
import { saveToolCalls, type ToolCall } from '../queries/tool-calls.ts'

const FLUSH_MS = 250
// Rows are written as soon as there are this many: the longer they wait, the more the garbage collector copies.
const BATCH = 250
// Rows that are kept in memory while the database cannot be reached; older ones are dropped.
const MAX_WAITING = 20_000

export type CallLog = {
  add(call: ToolCall): void
  /** Resolves when all earlier rows are in the database, or could not be written. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Options = { db: Database; onError: (error: unknown, dropped: number) => void }

/** Writes rows of the call log in batches in the background, so that no call waits for them. */
export function openCallLog({ db, onError }: Options): CallLog {
  let waiting: ToolCall[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      try {
        await saveToolCalls(db, batch)
        waiting = waiting.slice(batch.length)
      } catch (error) {
        const dropped = Math.max(0, waiting.length - MAX_WAITING)
        waiting = waiting.slice(dropped)
        onError(error, dropped)
        return
      }
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    add(call) {
      waiting.push(call)
      if (waiting.length % BATCH === 0) flush()
      else timer ??= setTimeout(flush, FLUSH_MS)
      if (waiting.length > MAX_WAITING * 2) waiting = waiting.slice(-MAX_WAITING)
    },
    flush,
    close: flush,
  }
}
