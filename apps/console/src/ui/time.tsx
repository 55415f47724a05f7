import { useSyncExternalStore } from 'react'
import { formatAge } from './format.ts'

const STEP_MS = 5000
let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** All `Time` elements of the page share `timer`. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = new Date()
    for (const each of listeners) each()
  }, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** A time that grows by itself, for ages and durations. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)

/** How long ago, with the exact time as a tooltip. */
export function Time({ at }: { at: string | null | undefined }) {
  useNow()
  if (at === null || at === undefined) return <span className="muted">never</span>
  const time = new Date(at)
  return (
    <time dateTime={at} title={time.toLocaleString()}>
      {formatAge(time, new Date())}
    </time>
  )
}
