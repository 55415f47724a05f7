import type { Listener } from '@quartermaster/db'
import { EVENTS_CHANNEL } from '../queries/call-log/call-counts.ts'

export type EventWakeups = {
  subscribe(): {
    /** Resolves at the next notification, or when `signal` is aborted. */
    next(signal: AbortSignal): Promise<void>
    close(): void
  }
}

/** Wakes event streams when a process has written to the call log or the audit log. */
export function openEventWakeups(listener: Listener): EventWakeups {
  const waiting = new Set<() => void>()
  listener.subscribe(EVENTS_CHANNEL, {
    onNotification: () => {
      for (const wake of waiting) wake()
    },
  })
  return {
    subscribe() {
      let wake = () => {}
      const onNotification = () => wake()
      waiting.add(onNotification)
      return {
        next: (signal) =>
          new Promise((resolve) => {
            wake = resolve
            if (signal.aborted) resolve()
            else signal.addEventListener('abort', () => resolve(), { once: true })
          }),
        close: () => void waiting.delete(onNotification),
      }
    },
  }
}
