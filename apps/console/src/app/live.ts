import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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

/** A busy gateway must not make the page read its lists a hundred times a second. */
const PAUSE_MS = 1000

const listeners = new Set<(event: EventMessage) => void>()

/** Calls `listener` for every event while the component is shown. */
export function useEvents(listener: (event: EventMessage) => void): void {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/** Follows the gateway's events and reads outdated queries again. */
export function useLive(isEnabled: boolean, workspace: string): 'connecting' | 'live' | 'off' {
  const client = useQueryClient()
  const [state, setState] = useState<'connecting' | 'live'>('connecting')
  useEffect(() => {
    if (!isEnabled) return
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
      for (const name of OUTDATED[event.kind] ?? []) outdated.add(name)
      const { path = '' } = event.data as { path?: string }
      if (TABLE_PATH.test(path)) outdated.add('tables')
      for (const listener of listeners) listener(event)
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
    void followEvents({ onEvent, onState, signal: ending.signal })
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [client, isEnabled, workspace])
  return isEnabled ? state : 'off'
}
