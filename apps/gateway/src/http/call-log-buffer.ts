import type { Database } from '@quartermaster/db'
import { saveToolCalls, type ToolCall } from '../queries/tool-calls.ts'

const FLUSH_MS = 250
const BATCH = 1000
// While the database is away the log is kept in memory up to here; calls matter more than it.
const MOST_WAITING = 20_000

export type CallLog = {
  add(call: ToolCall): void
  /** Resolves when all that was added before is in the database, or was given up. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Options = { db: Database; onError: (error: unknown, dropped: number) => void }

/** Collects calls and writes them in batches behind the answers, so that no call waits for it. */
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
        const dropped = Math.max(0, waiting.length - MOST_WAITING)
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
      timer ??= setTimeout(flush, FLUSH_MS)
      if (waiting.length > MOST_WAITING * 2) waiting = waiting.slice(-MOST_WAITING)
    },
    flush,
    close: flush,
  }
}
