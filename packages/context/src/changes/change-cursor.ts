import { decodeCursor, encodeCursor, ToolError } from '@quartermaster/toolkit'
import { isCount } from '../keys/key-cursor.ts'

/**
 * The position of a reader in the feed of changes. The reader has read everything that is visible in
 * the snapshot `seen` and, within a long answer, everything up to `position` that is visible in `target`.
 * Snapshots have PostgreSQL's form `xmin:xmax:xip,…`.
 */
export type ChangeCursor = {
  /** `system_identifier`, because transaction ids are meaningless in another cluster. */
  readonly cluster: string
  readonly seen: string | null
  readonly target: string | null
  readonly position: ChangePosition | null
}

export type ChangePosition = { readonly transaction: string; readonly id: number }

export const changeCursor = ({ cluster, seen, target, position }: ChangeCursor): string =>
  encodeCursor([cluster, seen, target, position?.transaction ?? null, position?.id ?? null])

export const readChangeCursor = (cursor: string): ChangeCursor =>
  decodeCursor(cursor, toChangeCursor, 'cursor')

function toChangeCursor(parts: readonly unknown[]): ChangeCursor | undefined {
  const [cluster, seen, target, transaction, id] = parts
  const isPartial = target !== null
  const valid =
    isNumeral(cluster) &&
    (seen === null ? isPartial : isSnapshot(seen)) &&
    (!isPartial || (isSnapshot(target) && isNumeral(transaction) && isCount(id)))
  if (!valid) return undefined
  return {
    cluster,
    seen: seen as string | null,
    target: target as string | null,
    position: isPartial ? { transaction: transaction as string, id: id as number } : null,
  }
}

/** The state of the feed in the snapshot of the statement that read it. */
export type FeedState = {
  readonly cluster: string
  readonly snapshot: string
  readonly prunedThrough: string
}

/** Refuses a cursor that may miss changes, because it is too old or from another database. */
export function checkIsComplete(cursor: ChangeCursor, feed: FeedState): void {
  const { xmax } = bounds(feed.snapshot)
  const snapshots = [cursor.seen, cursor.target].filter((snapshot) => snapshot !== null)
  const isOurs =
    cursor.cluster === feed.cluster && snapshots.every((snapshot) => bounds(snapshot).xmax <= xmax)
  // A reader without `seen` started at `target`, and needs nothing that was pruned before that.
  const [begin] = snapshots
  const isFresh = begin !== undefined && BigInt(feed.prunedThrough) < bounds(begin).xmin
  if (isOurs && isFresh) return
  throw new ToolError(
    'conflict',
    'This cursor is too old: changes since then are no longer kept.',
    {
      suggestion: "Call again without 'cursor' to read everything that is there now, then go on.",
    },
  )
}

function bounds(snapshot: string): { xmin: bigint; xmax: bigint } {
  const [xmin = '0', xmax = '0'] = snapshot.split(':')
  return { xmin: BigInt(xmin), xmax: BigInt(xmax) }
}

const MAX_XID = 2n ** 63n

const isNumeral = (part: unknown): part is string =>
  typeof part === 'string' && /^\d{1,20}$/.test(part)

const isXid = (part: string | undefined): boolean => isNumeral(part) && BigInt(part) < MAX_XID

/** Checks the text, because PostgreSQL raises an error for an invalid snapshot. */
function isSnapshot(part: unknown): part is string {
  if (typeof part !== 'string') return false
  const [xmin, xmax, running, ...rest] = part.split(':')
  if (rest.length > 0 || running === undefined || !isXid(xmin) || !isXid(xmax)) return false
  const { xmin: first, xmax: end } = bounds(part)
  if (first === 0n || end < first) return false
  const xids = running === '' ? [] : running.split(',')
  if (!xids.every(isXid)) return false
  const numbers = xids.map(BigInt)
  return numbers.every((xid, i) => xid >= first && xid < end && xid > (numbers[i - 1] ?? 0n))
}
