import type { Database } from '@quartermaster/db'
import type { Caller } from '@quartermaster/toolkit'
import { currentFeedPosition, readAllChanges } from '../queries/changes/read-all-changes.ts'
import { readChanges } from '../queries/changes/read-changes.ts'
import { readerOf } from '../reader.ts'
import { type ChangeCursor, changeCursor, readChangeCursor } from './change-cursor.ts'

export type FollowedChange = {
  readonly key: string
  readonly change: 'set' | 'gone'
  readonly version: number
  readonly by: string
  readonly at: Date
}

const LIMIT = 500

/**
 * The changes since the cursor that the caller may know of, without values: an agent gets those of the
 * keys that it can read, the operator gets all. Without a cursor, returns only the current position.
 */
export async function followChanges(
  db: Database,
  caller: Caller,
  now: Date,
  cursor?: string,
): Promise<{ changes: FollowedChange[]; cursor: string }> {
  if (cursor === undefined) {
    return { changes: [], cursor: changeCursor(await currentFeedPosition(db)) }
  }
  const from = readChangeCursor(cursor)
  const isOperator = caller.isRoot && caller.agent === 'root'
  return isOperator
    ? allChanges(db, caller.workspaceId, from)
    : readableChanges(db, caller, now, from)
}

async function allChanges(db: Database, workspaceId: string, from: ChangeCursor) {
  const { changes, cursor } = await readAllChanges(db, workspaceId, from)
  return {
    changes: changes.map(({ key, kind, version, changedBy, changedAt }) => ({
      key,
      change: kind === 'pushed' ? ('set' as const) : ('gone' as const),
      version,
      by: changedBy,
      at: changedAt,
    })),
    cursor: changeCursor(cursor),
  }
}

async function readableChanges(db: Database, caller: Caller, now: Date, from: ChangeCursor) {
  const { feed, changes, stoppedAt } = await readChanges(db, readerOf(caller), now, from, LIMIT)
  const target = from.target ?? feed.snapshot
  const next = stoppedAt
    ? { ...from, target, position: stoppedAt }
    : { cluster: feed.cluster, seen: target, target: null, position: null }
  return {
    changes: changes
      .filter(({ change, wasKnown }) => change === 'set' || wasKnown)
      .map(({ key, change, version, writtenBy, changedAt }) => ({
        key,
        change,
        version,
        by: writtenBy,
        at: changedAt,
      })),
    cursor: changeCursor(next),
  }
}
