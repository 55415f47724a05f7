import type { Database, Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Column } from '../../columns/column.ts'
import type { Revision } from '../../revision.ts'
import { lockBulkWrites, lockColumns, recordRevision } from '../history/revisions.ts'
import type { StackTable } from '../tables/tables.ts'

export type Match = {
  readonly column: Column
  /** JSON text. No value matches an empty cell. */
  readonly value: string
}

// jsonb equality compares numbers by value (1.0 = 1) and text by its bytes.
const matching = (table: StackTable, { column, value }: Match) => sql<boolean>`
  table_id = ${table.id}::uuid and cells -> ${column.id}::text -> 'v' = ${value}::jsonb`

export type BulkOutcome = {
  readonly is_current: boolean
  readonly matched: number
  /** Null if nothing was written, because `matched` is over the limit or not the expected number. */
  readonly updated: number | null
}

/**
 * Updates all matching rows if there are exactly `expected` or, without `expected`, at most `max`.
 * Reads the matching rows; locks the table's columns and other bulk writers; writes
 * `stack_revisions` and `stack_table_rows`, whose trigger `updated_rows_recorded` fires once.
 */
export async function updateMatching(
  trx: Tx,
  table: StackTable,
  match: Match,
  cell: string,
  { max, expected }: { max: number; expected: number | undefined },
  revision: Revision,
): Promise<BulkOutcome> {
  const isAllowed =
    expected === undefined
      ? sql`(select matched from tally) <= ${max}::integer`
      : sql`(select matched from tally) = ${expected}::bigint`
  await lockBulkWrites(trx, table)
  const { rows } = await sql<BulkOutcome>`
    with ${lockColumns(table)},
    tally as materialized (
      select count(*) as matched from stack_table_rows where ${matching(table, match)}
    ), ${recordRevision(table, revision, sql`from current_table where ${isAllowed}`)},
    updated as (
      update stack_table_rows r set
        cells = r.cells || jsonb_build_object(${match.column.id}::text, ${cell}::jsonb),
        version = r.version + 1, revision_id = revision.id, state = revision.id,
        updated_at = ${revision.at}::timestamptz
      from revision where ${matching(table, match)}
      returning 1
    )
    select exists (select from current_table) as is_current,
      (select matched from tally) as matched,
      case when exists (select from revision) then (select count(*) from updated) end as updated`.execute(
    trx,
  )
  return rows[0] as BulkOutcome
}

export type Sample = {
  readonly document_id: string
  readonly filename: string
  readonly cells: string
}

/** Counts the matching rows and returns the first `size` of them. */
export async function previewMatching(
  db: Database,
  table: StackTable,
  match: Match,
  size: number,
): Promise<{ matched: number; sample: Sample[] }> {
  const { rows } = await sql<Sample & { matched: number }>`
    with matching as (
      select document_id, cells, position from stack_table_rows where ${matching(table, match)}
    )
    select (select count(*) from matching) as matched, m.document_id, d.filename, m.cells::text as cells
    from (values (1)) one
    left join (select * from matching order by position limit ${size}::integer) m on true
    left join documents d on d.id = m.document_id
    order by m.position`.execute(db)
  const sample = rows.flatMap(({ matched, ...row }) => (row.document_id === null ? [] : [row]))
  return { matched: rows[0]?.matched ?? 0, sample }
}
