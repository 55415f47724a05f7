import type { Database } from '@quartermaster/db'
import { PendingCalls, saveToolCalls } from '../queries/call-log/save-tool-calls.ts'
import type { ToolCall } from '../queries/call-log/tool-call.ts'

const FLUSH_MS = 250
const RETRY_MS = 1000
// Calls are written as soon as a batch is full, so that listings of a busy gateway are recent.
const BATCH = 500
// Batches kept in memory while the database is unreachable; older ones are dropped.
const MAX_WAITING = 40

export type CallLog = {
  add(call: ToolCall): void
  /** Resolves when all earlier calls are in the database, or could not be written. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Options = { db: Database; onError: (error: unknown, dropped: number) => void }

/** Writes the call log in batches in the background, so calls do not block on the writes. */
export function openCallLog({ db, onError }: Options): CallLog {
  let filling = new PendingCalls()
  // A written batch is reused, because it takes half a megabyte.
  let spare: PendingCalls | undefined
  let waiting: PendingCalls[] = []
  let dropped = 0
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const endBatch = (): void => {
    if (filling.size === 0) return
    waiting.push(filling)
    filling = spare ?? new PendingCalls()
    spare = undefined
    dropOldest()
  }

  const dropOldest = (): void => {
    for (const { size } of waiting.slice(0, -MAX_WAITING)) dropped += size
    waiting = waiting.slice(-MAX_WAITING)
  }

  const writeAll = async (): Promise<void> => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      try {
        await saveToolCalls(db, batch)
        batch.clear()
        spare = batch
      } catch (error) {
        waiting.unshift(batch)
        dropOldest()
        onError(error, dropped)
        dropped = 0
        timer ??= setTimeout(flush, RETRY_MS).unref()
        return
      }
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    endBatch()
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    add(call) {
      filling.add(call)
      if (filling.size >= BATCH) flush()
      else timer ??= setTimeout(flush, FLUSH_MS)
    },
    flush,
    close: flush,
  }
}
