import { type FSWatcher, watch } from 'node:fs'

export type Watch = { close(): void }

type Options = {
  /** Told when something may have changed: more often than needed, and never too seldom. */
  onChange: () => void
  /** Quiet time after the last event. */
  settleMs?: number
  /** How often to look without an event. */
  pollMs?: number
}

/**
 * The system tells of changes at once, but not on every file system, and may lose some; so there
 * is a look every other second as well.
 */
export function watchDirectory(
  dir: string,
  { onChange, settleMs = 100, pollMs = 2000 }: Options,
): Watch {
  let watcher: FSWatcher | undefined
  let settling: NodeJS.Timeout | undefined
  let isClosed = false
  let isRefused = false

  const onEvent = () => {
    clearTimeout(settling)
    settling = setTimeout(onChange, settleMs)
  }
  const open = () => {
    if (watcher !== undefined || isClosed || isRefused) return
    try {
      watcher = watch(dir, { recursive: true, persistent: false }, onEvent)
      // The system has no more to give: to ask again and again would cost more than to look.
      watcher.on('error', () => {
        watcher?.close()
        watcher = undefined
        isRefused = true
      })
    } catch {
      // There is no such folder yet, or it cannot be watched; the next look tries again.
      watcher = undefined
    }
  }
  open()
  const polling = setInterval(() => {
    open()
    onChange()
  }, pollMs).unref()

  const close = () => {
    isClosed = true
    clearInterval(polling)
    clearTimeout(settling)
    watcher?.close()
  }
  return { close }
}
