import type { Database } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { Column } from '../../columns/plan-columns.ts'
import { isId } from '../../not-found.ts'
import type { Revision } from '../../revision.ts'
import { lockTable, type StackTable } from '../tables/tables.ts'

type Undone = {
  readonly id: number
  readonly action: string
  readonly undoes: number | null
  readonly in_effect: boolean
  /** What the change did to the table itself, if anything. */
  readonly before: TableState | null
  readonly after: TableState | null
}

type TableState = {
  readonly columns?: readonly Column[]
  readonly columns_version?: number
  readonly completed_at?: string | null
  readonly completed_by?: string | null
}

export type UndoOutcome = {
  readonly action: string
  readonly rows: number
  readonly table: StackTable
}

/**
 * Takes one change back: its rows get the cells, confidences and sources that they had, and the
 * table its columns. All of it or, when something has moved on since, nothing. Inside a
 * transaction only.
 */
export async function undoRevision(
  trx: Database,
  workspaceId: string,
  tableId: string,
  token: string,
  change: Revision,
): Promise<UndoOutcome> {
  const table = await lockTable(trx, workspaceId, tableId)
  const undone = isId(token) ? await findRevision(trx, tableId, token) : undefined
  if (undone === undefined) {
    throw new ToolError('not_found', 'There is no such change of this table to undo.', {
      suggestion: 'Use the undo_token of an earlier answer, or of an entry in the history.',
    })
  }
  if (!undone.in_effect) throw movedOn('This change has been undone already.')
  await refuseAfterColumns(trx, tableId, undone)

  const restored = restoredTable(table, undone)
  const id = await recordUndo(trx, table, restored, undone, change)
  const rows = await restoreRows(trx, table, undone, id, change)
  return { action: undone.action, rows, table: restored }
}

async function findRevision(
  trx: Database,
  tableId: string,
  token: string,
): Promise<Undone | undefined> {
  const { rows } = await sql<Undone>`
    select c.id, c.action, c.undoes, c.in_effect, h.before, h.after
    from stack_changes c
    left join stack_history h
      on h.table_id = c.table_id and h.change_id = c.id and h.document_id is null
    where c.table_id = ${tableId}::uuid and c.token = ${token}::uuid`.execute(trx)
  return rows[0]
}

/**
 * Columns can go back only when nothing was done with them since; rows go back unless a column has
 * another type now, since their old cells were read by the old one.
 */
async function refuseAfterColumns(trx: Database, tableId: string, undone: Undone): Promise<void> {
  const isOfColumns = undone.after?.columns !== undefined
  const { rows } = await sql<{ action: string; changed_by: string; changed_at: Date }>`
    select action, changed_by, changed_at from stack_changes
    where table_id = ${tableId}::uuid and id > ${undone.id}::bigint and in_effect
      and undoes is null and (retypes or ${isOfColumns}::boolean)
    order by id desc limit 1`.execute(trx)
  const [later] = rows
  if (later === undefined) return
  const who = `${later.action} by ${later.changed_by} at ${later.changed_at.toISOString()}`
  throw movedOn(
    isOfColumns
      ? `The table has been changed since its columns were: ${who}.`
      : `The types of the columns have changed since: ${who}.`,
  )
}

function restoredTable(table: StackTable, { before, after }: Undone): StackTable {
  if (before === null || after === null) return table
  if (before.columns === undefined) {
    const completedAt = before.completed_at ? new Date(before.completed_at) : null
    return { ...table, completedAt, completedBy: before.completed_by ?? null }
  }
  // Going back is a change as well: no version ever stands for two sets of columns.
  const isSame = before.columns_version === after.columns_version
  return { ...table, columns: before.columns, version: table.version + (isSame ? 0 : 1) }
}

async function recordUndo(
  trx: Database,
  table: StackTable,
  restored: StackTable,
  undone: Undone,
  { token, action, note, by, at }: Revision,
): Promise<number> {
  const state = undone.after?.columns === undefined ? completionOf : columnsOf
  const [before, after] = undone.after === null ? [null, null] : [state(table), state(restored)]
  const { rows } = await sql<{ id: number }>`
    with recursive change as (
      insert into stack_changes (token, workspace_id, table_id, action, note, undoes,
        columns_version, changed_by, changed_at)
      values (${token}::uuid, ${table.workspaceId}::uuid, ${table.id}::uuid, ${action}::text,
        ${note}::text, ${undone.id}::bigint, ${restored.version}::integer, ${by}::text,
        ${at}::timestamptz)
      returning id
    ), chain (id, undoes) as (
      select id, undoes from stack_changes where id = ${undone.id}::bigint
      union all
      select earlier.id, earlier.undoes
      from stack_changes earlier join chain on earlier.id = chain.undoes
    ), taken_back as (
      -- What it undid is done again, what that one undid is undone again, and so on.
      update stack_changes set in_effect = not in_effect where id in (select id from chain)
    ), recorded as (
      insert into stack_history (table_id, change_id, before, after)
      select ${table.id}::uuid, id, ${before}::jsonb, ${after}::jsonb from change
      where ${before}::jsonb is not null
    ), updated as (
      update stack_tables set columns = ${JSON.stringify(restored.columns)}::jsonb,
        columns_version = ${restored.version}::integer, completed_at = ${restored.completedAt}::timestamptz,
        completed_by = ${restored.completedBy}::text, updated_at = ${at}::timestamptz
      where id = ${table.id}::uuid and ${before}::jsonb is not null
    )
    select id from change`.execute(trx)
  return rows[0]?.id ?? 0
}

const columnsOf = ({ columns, version }: StackTable): string =>
  JSON.stringify({ columns, columns_version: version })

const completionOf = ({ completedAt, completedBy }: StackTable): string =>
  JSON.stringify({ completed_at: completedAt, completed_by: completedBy })

/** One statement for all rows; a row that shows anything but the change's result stops it all. */
async function restoreRows(
  trx: Database,
  table: StackTable,
  undone: Undone,
  revisionId: number,
  { at }: Revision,
): Promise<number> {
  const { rows } = await sql<{ touched: number; restored: number; missing: number }>`
    with touched as materialized (
      select document_id, before, after, old_state, new_state from stack_history
      where table_id = ${table.id}::uuid and change_id = ${undone.id}::bigint
        and document_id is not null
    ), restored as (
      update stack_table_rows r set
        cells = case when t.before is null or t.after is null then t.before else
          (r.cells - array(select jsonb_object_keys(t.after))) || t.before end,
        version = r.version + 1, change_id = ${revisionId}::bigint, state = t.old_state,
        updated_at = ${at}::timestamptz
      from touched t
      where r.table_id = ${table.id}::uuid and r.document_id = t.document_id
        and r.state is not distinct from t.new_state
      returning 1
    )
    select (select count(*) from touched) as touched, (select count(*) from restored) as restored,
      (select count(*) from touched t where not exists (
        select from stack_table_rows r
        where r.table_id = ${table.id}::uuid and r.document_id = t.document_id
      )) as missing`.execute(trx)
  const { touched = 0, restored = 0, missing = 0 } = rows[0] ?? {}
  if (touched === restored) return restored
  if (missing > 0) throw documentsGone(missing, touched)
  throw movedOn(
    `${touched - restored} of the ${touched} rows have been changed since.`,
    await laterRevisions(trx, table, undone, revisionId),
  )
}

type LaterRevision = { document_id: string; action: string; changed_by: string; changed_at: Date }

async function laterRevisions(
  trx: Database,
  table: StackTable,
  undone: Undone,
  revisionId: number,
): Promise<LaterRevision[]> {
  const { rows } = await sql<LaterRevision>`
    select h.document_id, c.action, c.changed_by, c.changed_at
    from stack_history h
    join stack_table_rows r on r.table_id = h.table_id and r.document_id = h.document_id
    join stack_changes c on c.id = r.change_id
    where h.table_id = ${table.id}::uuid and h.change_id = ${undone.id}::bigint
      and r.state is distinct from h.new_state and r.change_id <> ${revisionId}::bigint
    order by c.changed_at desc, c.id desc limit 10`.execute(trx)
  return rows
}

const documentsGone = (missing: number, touched: number): ToolError =>
  new ToolError(
    'conflict',
    `It cannot be undone: ${missing} of the ${touched} rows belong to documents that are no longer in the stack.`,
    { suggestion: 'Add the documents again and save their rows; the history has their values.' },
  )

const movedOn = (reason: string, later?: LaterRevision[]): ToolError =>
  new ToolError('conflict', `It cannot be undone: ${reason}`, {
    suggestion: 'Undo the later changes first, or correct the rows with update_table_row.',
    ...(later !== undefined && { details: { changed_since: later } }),
  })
