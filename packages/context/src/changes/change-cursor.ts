import { decodeCursor, encodeCursor, ToolError } from '@quartermaster/toolkit'
import { isCount } from '../keys/key-cursor.ts'

/**
 * How far a reader has come in the feed of changes: everything that `seen` sees is behind it, and
 * when it is on its way through a long answer, what `target` sees up to `position` as well.
 * Snapshots are written as PostgreSQL writes them: `xmin:xmax:xip,…`.
 */
export type ChangeCursor = {
  /** Transactions are numbered anew in another database cluster. */
  readonly cluster: string
  readonly seen: string | null
  readonly target: string | null
  readonly position: ChangePosition | null
}

export type ChangePosition = { readonly transaction: string; readonly id: number }

export const changeCursor = ({ cluster, seen, target, position }: ChangeCursor): string =>
  encodeCursor([cluster, seen, target, position?.transaction ?? null, position?.id ?? null])

export const readChangeCursor = (cursor: string): ChangeCursor =>
  decodeCursor(cursor, ([cluster, seen, target, transaction, id]) => {
    const onTheWay = target !== null
    const valid =
      isNumeral(cluster) &&
      (seen === null ? onTheWay : isSnapshot(seen)) &&
      (!onTheWay || (isSnapshot(target) && isNumeral(transaction) && isCount(id)))
    if (!valid) return undefined
    return {
      cluster,
      seen: seen as string | null,
      target: target as string | null,
      position: onTheWay ? { transaction: transaction as string, id: id as number } : null,
    }
  })

/** What is known about the feed at the moment of reading. */
export type FeedState = {
  readonly cluster: string
  readonly snapshot: string
  readonly prunedThrough: string
}

/** Refuses a cursor that may have missed something: too old, or of a database that is no more. */
export function checkIsComplete(cursor: ChangeCursor, feed: FeedState): void {
  const { xmax } = bounds(feed.snapshot)
  const snapshots = [cursor.seen, cursor.target].filter((snapshot) => snapshot !== null)
  const isOurs =
    cursor.cluster === feed.cluster && snapshots.every((snapshot) => bounds(snapshot).xmax <= xmax)
  // One who reads from the start needs nothing that was pruned before the start.
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

/** What PostgreSQL would not read as a snapshot must not reach it. */
function isSnapshot(part: unknown): part is string {
  if (typeof part !== 'string') return false
  const [xmin, xmax, running, ...rest] = part.split(':')
  if (rest.length > 0 || running === undefined || !isXid(xmin) || !isXid(xmax)) return false
  const { xmin: least, xmax: most } = bounds(part)
  if (least === 0n || most < least) return false
  const xids = running === '' ? [] : running.split(',')
  if (!xids.every(isXid)) return false
  const numbers = xids.map(BigInt)
  return numbers.every((xid, i) => xid >= least && xid < most && xid > (numbers[i - 1] ?? 0n))
}
