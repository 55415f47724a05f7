import { ACCESS_CHANNEL } from '@quartermaster/access'
import type { Listener } from '@quartermaster/db'

export type ToolChanges = {
  /** Calls `onChange` when the tools of a workspace may have changed; returns a function that unsubscribes. */
  subscribe(workspaceId: string, onChange: () => void): () => void
  /** Announces a change in one workspace, or in all. */
  publish(workspaceId?: string): void
}

const COLUMNS_CHANNEL = 'quartermaster_tools'

/** Announces changes of columns, agents and roles in any process, and of tool folders in this one. */
export function openToolChanges(listener: Listener): ToolChanges {
  const subscribers = new Set<{ workspaceId: string; onChange: () => void }>()
  const publish = (changed?: string) => {
    for (const { workspaceId, onChange } of subscribers) {
      if (changed === undefined || changed === workspaceId) onChange()
    }
  }
  listener.subscribe(COLUMNS_CHANNEL, { onNotification: publish, onGap: publish })
  listener.subscribe(ACCESS_CHANNEL, {
    onNotification(payload) {
      // `agent WORKSPACE NAME` or `workspace ID`; a new key changes no list of tools.
      const [kind, workspaceId] = payload.split(' ')
      if (kind === 'agent' || kind === 'workspace') publish(workspaceId)
    },
  })
  return {
    publish,
    subscribe(workspaceId, onChange) {
      const subscriber = { workspaceId, onChange }
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
  }
}
