import type { Database } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import type { ChangeCursor, ChangePosition, FeedState } from '../../changes/change-cursor.ts'
import type { Reader } from '../../reader.ts'
import { isLive, isReadable, PAGE_BYTES } from '../items/visibility.ts'
import { isBehind, isNew } from './feed-position.ts'

export type Change = {
  readonly position: ChangePosition
  readonly key: string
  readonly change: 'set' | 'gone'
  readonly version: number
  /** Whether the reader could read the key at the end of its previous call. */
  readonly wasKnown: boolean
  /** JSON text; null for 'gone'. */
  readonly value: string | null
  readonly writtenBy: string
  readonly changedAt: Date
}

export type ChangePage = {
  readonly feed: FeedState
  readonly changes: readonly Change[]
  /** The last position that was handled, if there may be more. */
  readonly stoppedAt: ChangePosition | undefined
}

/** At most this many rows are scanned per call; most may be for other readers. */
const SCANNED = 1000

type Row = {
  cluster: string
  snapshot: string
  pruned_through: string
  scanned: number
  last_transaction: string | null
  last_id: number | null
  // Null in the only row of an answer without changes.
  transaction: string | null
  id: number
  change: 'set' | 'gone'
  key: string | null
  value: string | null
  version: number
  was_known: boolean
  written_by: string
  changed_at: Date
}

/**
 * The next changes for a reader. Each row of the feed is handled once: 'set' is reported if the
 * value is still current and readable, 'gone' if the key was readable before the row and is not
 * after it. A replaced value is not reported: the row that replaced it is.
 * Reads: context_changes, context_items, memberships, context_sweep. Locks and writes: nothing.
 */
export async function readChanges(
  db: Database,
  reader: Reader,
  now: Date,
  cursor: ChangeCursor | undefined,
  limit: number,
): Promise<ChangePage> {
  const isForReader = (row: string) =>
    sql`(${sql.ref(`${row}.only_for`)} is null or ${sql.ref(`${row}.only_for`)} = ${reader.audience})`

  const { rows } = await sql<Row>`
    with scanned as materialized (
      select change.transaction, change.id, change.item_id, change.version, change.tick,
        change.audiences, change.generations, change.only_for, change.changed_at
      from context_changes change
      where change.workspace_id = ${reader.workspaceId} and ${isNew('change', cursor)}
      order by change.transaction, change.id
      limit ${SCANNED}
    ),
    prior as (
      -- The state of each key for this reader at the end of its previous call.
      select item.item_id, latest.version, latest.is_readable
      from (select distinct item_id from scanned) item
      cross join lateral (
        select change.version, ${isReadable('change', reader)} as is_readable
        from context_changes change
        where change.item_id = item.item_id and ${isForReader('change')} and ${isBehind('change', cursor)}
        order by change.version desc, change.id desc
        limit 1
      ) latest
    ),
    ordered as (
      -- Transactions may commit in a different order than they began, so a row is ignored if a later
      -- version of its key precedes it.
      select scanned.*, prior.is_readable as was_readable,
        greatest(prior.version, max(scanned.version) over (
          partition by scanned.item_id order by scanned.transaction, scanned.id
          rows between unbounded preceding and 1 preceding
        )) as version_before
      from scanned
      left join prior on prior.item_id = scanned.item_id
      where ${isForReader('scanned')}
    ),
    judged as materialized (
      select ordered.*, ${isReadable('ordered', reader)} as is_readable
      from ordered
      where ordered.version >= coalesce(ordered.version_before, 0)
    ),
    compared as (
      select judged.*,
        coalesce(
          lag(judged.is_readable) over (partition by judged.item_id order by judged.transaction, judged.id),
          judged.was_readable,
          false
        ) as readable_before
      from judged
    ),
    reported as materialized (
      select compared.transaction, compared.id, compared.item_id, compared.version, compared.changed_at,
        coalesce(compared.was_readable, false) as was_known,
        case when compared.is_readable then 'set' else 'gone' end as change,
        octet_length(item.key) + 200 + case when compared.is_readable then item.value_bytes else 0 end as bytes
      from compared
      join context_items item on item.id = compared.item_id
      where (compared.is_readable and ${isLatest(reader)} and ${isLive('item', now)})
        or (compared.readable_before and not compared.is_readable)
    ),
    numbered as (
      select reported.*, row_number() over in_order as number, sum(bytes) over in_order as bytes_so_far
      from reported
      window in_order as (order by transaction, id)
    ),
    feed as (
      select
        (select system_identifier::text from pg_control_system()) as cluster,
        pg_current_snapshot()::text as snapshot,
        (select pruned_through::text from context_sweep) as pruned_through,
        (select count(*) from scanned) as scanned
    ),
    last as (
      select transaction::text as last_transaction, id as last_id
      from scanned order by transaction desc, id desc limit 1
    )
    select feed.*, last.*,
      numbered.transaction::text as transaction, numbered.id, numbered.change, numbered.version,
      numbered.changed_at, numbered.was_known, item.key, item.written_by,
      case when numbered.change = 'set' then item.value end as value
    from feed
    left join last on true
    left join numbered on numbered.number <= ${limit + 1}
    left join context_items item
      on item.id = numbered.item_id
      and numbered.number <= ${limit}
      and (numbered.number = 1 or numbered.bytes_so_far <= ${PAGE_BYTES})
    order by numbered.number`.execute(db)
  return toPage(rows)
}

/** Whether no later row reports the same key to this reader. */
const isLatest = (reader: Reader): RawBuilder<boolean> => sql`(
  compared.version = item.version
  and not exists (
    select from context_changes later
    where later.item_id = compared.item_id
      and later.version = compared.version
      and later.id > compared.id
      and later.only_for = ${reader.audience}
  )
)`

/** The page ends after the last change that fits, or else after the last row scanned. */
function toPage(rows: readonly Row[]): ChangePage {
  const [first] = rows
  if (first === undefined) throw new Error('context_sweep has no row')
  const reported = rows.filter((row) => row.transaction !== null)
  const kept = reported.filter((row) => row.key !== null)
  const changes = kept.map(toChange)
  return {
    feed: {
      cluster: first.cluster,
      snapshot: first.snapshot,
      prunedThrough: first.pruned_through,
    },
    changes,
    stoppedAt: kept.length < reported.length ? changes.at(-1)?.position : lastScanned(first),
  }
}

function lastScanned(row: Row): ChangePosition | undefined {
  if (row.scanned < SCANNED || row.last_transaction === null || row.last_id === null)
    return undefined
  return { transaction: row.last_transaction, id: row.last_id }
}

const toChange = (row: Row): Change => ({
  position: { transaction: row.transaction ?? '0', id: row.id },
  key: fromStorable(row.key ?? ''),
  change: row.change,
  version: row.version,
  wasKnown: row.was_known,
  value: row.value,
  writtenBy: fromStorable(row.written_by),
  changedAt: row.changed_at,
})
