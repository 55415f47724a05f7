import { type FSWatcher, watch } from 'node:fs'

export type DirectoryWatch = { close(): void }

type Options = {
  /** Called when something may have changed; may be called without a change. */
  onChange: () => void
  /** Delay after the last event, so that a burst of events causes one call. */
  settleMs?: number
  /** Interval of calls without an event. */
  pollMs?: number
}

/**
 * Watches a directory with `fs.watch`. Some file systems report no events and others lose some, so
 * `onChange` is also called at an interval.
 */
export function watchDirectory(
  dir: string,
  { onChange, settleMs = 100, pollMs = 2000 }: Options,
): DirectoryWatch {
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
      // The system is out of watches; trying again would cost more than polling.
      watcher.on('error', () => {
        watcher?.close()
        watcher = undefined
        isRefused = true
      })
    } catch {
      // The directory does not exist yet or cannot be watched; the next poll tries again.
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
