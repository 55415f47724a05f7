import { followChanges } from '@quartermaster/context'
import { visibleToolsets } from '@quartermaster/manifests'
import { presentPause, promptToolGroup } from '@quartermaster/prompts'
import { type Caller, mayCall } from '@quartermaster/toolkit'
import { findNewestSegment, listNewToolCalls } from '../queries/call-log/list-new-tool-calls.ts'
import { listChangedSchedules, listRecentDeliveries } from '../queries/prompt-events.ts'
import type { Services } from '../services.ts'

export type Event = { readonly kind: string; readonly data: unknown }

/** A cursor is opaque text; a client sends it back in `Last-Event-ID`. */
export type Read = { readonly events: readonly Event[]; readonly cursor: string }

/**
 * One kind of event. The rows of the database are the record: a source reads those after its
 * cursor, and without a cursor only determines the current position.
 */
export type EventSource = {
  readonly name: string
  read(cursor: string | undefined): Promise<Read>
}

/** The sources whose events the caller may see. */
export function eventSources(services: Services, caller: Caller): EventSource[] {
  const list = promptToolGroup.tools.find(({ name }) => name === 'promptyoself_list')
  const maySeePrompts = list !== undefined && mayCall(caller.access, { tool: list, path: '' })
  return [
    callSource(services, caller),
    contextSource(services, caller),
    ...(maySeePrompts
      ? [
          deliverySource(services, caller),
          scheduleSource(services, caller),
          pauseSource(services, caller),
        ]
      : []),
    toolsetSource(services, caller),
  ]
}

/** The operator sees everything in the workspace, an agent only its own. */
const agentFilter = ({ isRoot, agent }: Caller): string | undefined =>
  isRoot && agent === 'root' ? undefined : agent

// Processes may commit segments of the call log in a different order from their ids.
const OVERLAPPING_SEGMENTS = 1000

function callSource({ database: { db } }: Services, caller: Caller): EventSource {
  let sent: number[] = []
  let first: number | undefined
  return {
    name: 'call',
    async read(cursor) {
      if (cursor === undefined) return { events: [], cursor: String(await findNewestSegment(db)) }
      const last = Number(cursor)
      // Earlier segments were sent before this stream began.
      first ??= last
      const calls = await listNewToolCalls(db, caller.workspaceId, {
        agent: agentFilter(caller),
        after: Math.max(first, last - OVERLAPPING_SEGMENTS),
        except: sent,
      })
      const segments = new Set(calls.map(({ segment_id }) => segment_id))
      const newest = Math.max(last, ...segments)
      sent = [...sent, ...segments].filter((id) => id > newest - OVERLAPPING_SEGMENTS)
      const events = calls.map(({ segment_id: _, ...call }) => ({
        kind: 'call',
        data: { ...call, id: String(call.id) },
      }))
      return { events, cursor: String(newest) }
    },
  }
}

const contextSource = ({ database: { db }, clock }: Services, caller: Caller): EventSource => ({
  name: 'context',
  async read(cursor) {
    const followed = await followChanges(db, caller, clock(), cursor)
    return {
      events: followed.changes.map((change) => ({ kind: 'context', data: change })),
      cursor: followed.cursor,
    }
  },
})

const RECENT = 500

/** Reports a delivery when it is created and whenever its state changes. */
function deliverySource({ database: { db }, clock }: Services, caller: Caller): EventSource {
  let known: Map<string, string> | undefined
  return {
    name: 'delivery',
    async read(cursor) {
      const now = clock().toISOString()
      const rows = await listRecentDeliveries(db, caller.workspaceId, agentFilter(caller), RECENT)
      const since = cursor === undefined ? undefined : new Date(cursor)
      const before = known
      known = new Map(rows.map(({ id, state }) => [id, state]))
      const changed = rows.filter(({ id, state, created_at, ended_at }) =>
        before === undefined
          ? since !== undefined && (ended_at ?? created_at) >= since
          : before.get(id) !== state,
      )
      return { events: changed.map((data) => ({ kind: 'delivery', data })), cursor: now }
    },
  }
}

// Transactions may commit slightly later than the time they record.
const OVERLAP_MS = 5000
const MOST_SCHEDULES = 500

function scheduleSource({ database: { db }, clock }: Services, caller: Caller): EventSource {
  const known = new Map<number, number>()
  return {
    name: 'schedule',
    async read(cursor) {
      const now = clock()
      const since = new Date(cursor ?? now)
      const from = new Date(since.getTime() - OVERLAP_MS)
      const agent = agentFilter(caller)
      const rows = await listChangedSchedules(db, caller.workspaceId, agent, from, MOST_SCHEDULES)
      const changed = rows.filter(({ id, updated_at }) => known.get(id) !== updated_at.getTime())
      for (const { id, updated_at } of changed) known.set(id, updated_at.getTime())
      const events = changed.map((data) => ({ kind: 'schedule', data }))
      return { events: cursor === undefined ? [] : events, cursor: now.toISOString() }
    },
  }
}

/** Reports when all prompts of the workspace are paused or resumed. The cursor is the current state. */
const pauseSource = ({ database: { db }, clock }: Services, caller: Caller): EventSource => ({
  name: 'pause',
  async read(cursor) {
    const { workspaceId } = caller
    const pause = await presentPause({ db, workspaceId, now: clock() })
    const state = pause.paused_since ?? 'none'
    const isChanged = cursor !== undefined && cursor !== state
    return { events: isChanged ? [{ kind: 'pause', data: pause }] : [], cursor: state }
  },
})

/**
 * A reloaded toolset is a new object, and so are the problems of a failed load, which only the
 * operator sees. The folders are the same in all processes.
 */
function toolsetSource(services: Services, caller: Caller): EventSource {
  const toolsets = visibleToolsets(services.toolsets, caller)
  let known: readonly object[] | undefined
  return {
    name: 'toolset',
    async read() {
      const list = toolsets.list()
      const now = [...list, ...toolsets.report().map(({ problems }) => problems)]
      const isSame = known?.length === now.length && now.every((one, at) => one === known?.[at])
      const events =
        known === undefined || isSame
          ? []
          : [{ kind: 'toolset', data: { toolsets: list.map(({ id }) => id) } }]
      known = now
      return { events, cursor: '' }
    },
  }
}
