import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../audience.ts'
import type { ChangeCursor, ChangePosition, FeedState } from '../change-cursor.ts'
import { fromStored } from '../key-text.ts'
import { isLive, isReadable, PAGE_BYTES } from './reading.ts'

export type Change = {
  readonly position: ChangePosition
  readonly key: string
  readonly change: 'set' | 'gone'
  readonly version: number
  /** Whether the key could be read at the end of the call before. */
  readonly wasKnown: boolean
  /** JSON text; of a value that is set. */
  readonly value: string | null
  readonly writtenBy: string
  readonly changedAt: Date
}

export type ChangePage = {
  readonly feed: FeedState
  readonly changes: readonly Change[]
  /** Where the reading stopped before its end, if it did. */
  readonly stoppedAt: ChangePosition | undefined
}

const SCANNED = 2000

type Row = {
  cluster: string
  snapshot: string
  pruned_through: string
  scanned: number
  last_transaction: string | null
  last_id: number | null
  // Null in the one row that stands for no change at all.
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
 * The next changes for a reader. Each row of the feed is judged once: what it set is told if it
 * is still there and readable; that a key is gone is told if the row before it was readable and
 * this one is not. A value that was replaced is never told: the row that replaced it will be.
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
      select change.transaction, change.id, change.item_id, change.version, change.pushed,
        change.audiences, change.topics, change.only_for, change.changed_at
      from context_changes change
      where change.workspace_id = ${reader.workspaceId} and ${isNew('change', cursor)}
      order by change.transaction, change.id
      limit ${SCANNED}
    ),
    prior as (
      -- How each key stood for this reader when it last looked.
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
      -- Transactions may end in another order than they began: a row whose key has a later version
      -- before it has nothing to say.
      select scanned.*, prior.is_readable as was_readable,
        greatest(prior.version, max(scanned.version) over (
          partition by scanned.item_id order by scanned.transaction, scanned.id
          rows between unbounded preceding and 1 preceding
        )) as version_before
      from scanned
      left join prior on prior.item_id = scanned.item_id
      where ${isForReader('scanned')}
    ),
    judged as (
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
    told as (
      select compared.*,
        case
          when compared.is_readable and ${isLatest(reader)} and ${isLive('item', now)} then 'set'
          when not compared.is_readable and compared.readable_before then 'gone'
        end as change
      from compared
      join context_items item on item.id = compared.item_id
    ),
    numbered as (
      select told.transaction, told.id, told.item_id, told.change, told.version, told.changed_at,
        coalesce(told.was_readable, false) as was_known,
        row_number() over in_order as number,
        sum(octet_length(item.key) + 200 + case when told.change = 'set' then item.value_bytes else 0 end)
          over in_order as bytes
      from told
      join context_items item on item.id = told.item_id
      where told.change is not null
      window in_order as (order by told.transaction, told.id)
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
      and (numbered.number = 1 or numbered.bytes <= ${PAGE_BYTES})
    order by numbered.number`.execute(db)
  return toPage(rows)
}

/** Not behind the cursor, and not beyond what it is on its way to. */
function isNew(row: string, cursor: ChangeCursor | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`
  const { seen, target, position } = cursor
  const transaction = sql.ref(`${row}.transaction`)
  const conditions = [sql`true`]
  if (seen !== null) {
    conditions.push(sql`${transaction} >= pg_snapshot_xmin(${seen}::pg_snapshot)`)
    conditions.push(sql`not pg_visible_in_snapshot(${transaction}, ${seen}::pg_snapshot)`)
  }
  if (target !== null && position !== null) {
    conditions.push(sql`pg_visible_in_snapshot(${transaction}, ${target}::pg_snapshot)`)
    conditions.push(sql`${place(row)} > (${position.transaction}::xid8, ${position.id}::bigint)`)
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Already judged by the calls before this one. */
function isBehind(row: string, cursor: ChangeCursor | undefined): RawBuilder<boolean> {
  const { seen = null, target = null, position = null } = cursor ?? {}
  const transaction = sql.ref(`${row}.transaction`)
  const conditions = [sql`false`]
  if (seen !== null)
    conditions.push(sql`pg_visible_in_snapshot(${transaction}, ${seen}::pg_snapshot)`)
  if (target !== null && position !== null) {
    conditions.push(
      sql`(
        pg_visible_in_snapshot(${transaction}, ${target}::pg_snapshot)
        and ${place(row)} <= (${position.transaction}::xid8, ${position.id}::bigint)
      )`,
    )
  }
  return sql`(${sql.join(conditions, sql` or `)})`
}

const place = (row: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${row}.transaction`)}, ${sql.ref(`${row}.id`)})`

/** No later row has anything to say to this reader about the same key. */
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

function toPage(rows: readonly Row[]): ChangePage {
  const [first] = rows
  if (first === undefined) throw new Error('The feed has no state')
  const told = rows.filter((row) => row.transaction !== null)
  const kept = told.filter((row) => row.key !== null)
  const changes = kept.map(toChange)
  const isFull = first.scanned === SCANNED
  const end =
    kept.length < told.length
      ? changes.at(-1)?.position
      : isFull && first.last_transaction !== null && first.last_id !== null
        ? { transaction: first.last_transaction, id: first.last_id }
        : undefined
  return {
    feed: {
      cluster: first.cluster,
      snapshot: first.snapshot,
      prunedThrough: first.pruned_through,
    },
    changes,
    stoppedAt: end,
  }
}

const toChange = (row: Row): Change => ({
  position: { transaction: row.transaction ?? '0', id: row.id },
  key: fromStored(row.key ?? ''),
  change: row.change,
  version: row.version,
  wasKnown: row.was_known,
  value: row.value,
  writtenBy: fromStored(row.written_by),
  changedAt: row.changed_at,
})
