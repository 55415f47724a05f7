import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Column } from '../../columns/plan-columns.ts'
import type { Revision } from '../../revision.ts'
import { lockColumns, lockManyRows, recordRevision } from '../history/revisions.ts'
import type { StackTable } from '../tables/tables.ts'

export type Match = {
  readonly column: Column
  /** JSON text: equal as numbers or as texts, and never equal to an empty cell. */
  readonly value: string
}

// Compared as JSON: numbers by their value, whatever their digits, and text by its bytes.
const matching = (table: StackTable, { column, value }: Match) => sql<boolean>`
  table_id = ${table.id}::uuid and cells -> ${column.id}::text -> 'v' = ${value}::jsonb`

export type BulkOutcome = {
  readonly is_current: boolean
  /** How many rows match; when that is neither allowed nor expected, nothing was written. */
  readonly matched: number
  readonly updated: number | null
}

/** All matching rows in one statement, if they are at most so many or just as many as expected. */
export async function updateMatching(
  trx: Database,
  table: StackTable,
  match: Match,
  cell: string,
  { most, expected }: { most: number; expected: number | undefined },
  change: Revision,
): Promise<BulkOutcome> {
  const isAllowed =
    expected === undefined
      ? sql`(select matched from tally) <= ${most}::integer`
      : sql`(select matched from tally) = ${expected}::bigint`
  await lockManyRows(trx, table)
  const { rows } = await sql<BulkOutcome>`
    with ${lockColumns(table)},
    tally as materialized (
      select count(*) as matched from stack_table_rows where ${matching(table, match)}
    ), ${recordRevision(table, change, sql`from shape where ${isAllowed}`)},
    updated as (
      update stack_table_rows r set
        cells = r.cells || jsonb_build_object(${match.column.id}::text, ${cell}::jsonb),
        version = r.version + 1, change_id = change.id, state = change.id,
        updated_at = ${change.at}::timestamptz
      from change where ${matching(table, match)}
      returning 1
    )
    select exists (select from shape) as is_current, (select matched from tally) as matched,
      case when exists (select from change) then (select count(*) from updated) end as updated`.execute(
    trx,
  )
  return rows[0] as BulkOutcome
}

export type Sample = {
  readonly document_id: string
  readonly filename: string
  readonly cells: string
}

/** How many rows match, and the first few of them. */
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
