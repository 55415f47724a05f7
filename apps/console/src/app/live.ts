import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { followEvents } from '../api/live-events.ts'
import { readAgain } from '../api/long-lists.ts'
import type { EventMessage } from '../api/parse-events.ts'

/** The first member of the keys of the queries that an event of a kind makes outdated. */
const OUTDATED: Readonly<Record<string, readonly string[]>> = {
  call: ['calls', 'stats', 'search', 'keys'],
  context: ['context', 'topics'],
  delivery: ['deliveries', 'troubles'],
  pause: ['schedules'],
  schedule: ['schedules'],
  toolset: ['tools', 'toolsets'],
}

// Calls that write to tables arrive as events of the kind `call`.
const TABLE_PATH = /^\/v1\/(tables|documents)\//

// Calls of folder functions may write to the log of their folder.
const FOLDER_PATH = /^\/v1\/(toolsets|threads)\//

/** A busy gateway must not make the page read its lists a hundred times a second. */
const PAUSE_MS = 1000

const subscribeToVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Whether somebody can see the page. A browser has six connections for all windows of a gateway over HTTP/1.1, and each
 * stream of events keeps one: those of hidden windows would leave none for requests.
 */
const useIsVisible = () =>
  useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible')

/** Follows the gateway's events, and reads outdated queries again. */
export function useLive(isEnabled: boolean, workspace: string): 'connecting' | 'live' | 'off' {
  const client = useQueryClient()
  const [state, setState] = useState<'connecting' | 'live'>('connecting')
  const isVisible = useIsVisible()
  const seen = useRef<{ readonly workspace: string; readonly id: string }>(undefined)
  useEffect(() => {
    if (!isEnabled || !isVisible) return
    const ending = new AbortController()
    const outdated = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      const names = [...outdated]
      outdated.clear()
      for (const name of names) void readAgain(client, name)
    }
    const onEvent = (event: EventMessage) => {
      if (event.id !== undefined) seen.current = { workspace, id: event.id }
      for (const name of OUTDATED[event.kind] ?? []) outdated.add(name)
      const { path = '' } = event.data as { path?: string }
      if (TABLE_PATH.test(path)) outdated.add('tables')
      if (FOLDER_PATH.test(path)) outdated.add('toolsets')
      // The first event shows at once, later ones at most once in `PAUSE_MS`.
      timer ??= setTimeout(refresh, outdated.size > 0 && lastRefresh() ? PAUSE_MS : 50)
    }
    let last = 0
    const lastRefresh = () => {
      const isRecent = Date.now() - last < PAUSE_MS
      last = Date.now()
      return isRecent
    }
    const onState = (next: 'connecting' | 'live') => {
      setState(next)
      if (next !== 'live') return
      // Changes after a list was read and before the stream began have no event.
      for (const name of [...Object.values(OUTDATED).flat(), 'tables']) outdated.add(name)
      timer ??= setTimeout(refresh)
    }
    const after = seen.current?.workspace === workspace ? seen.current.id : undefined
    void followEvents({ after, onEvent, onState, signal: ending.signal })
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [client, isEnabled, isVisible, workspace])
  return isEnabled ? state : 'off'
}
