import type { Tx } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { Column } from '../../columns/column.ts'
import { isId } from '../../not-found.ts'
import type { Revision } from '../../revision.ts'
import { lockTable, type StackTable } from '../tables/tables.ts'

type StoredRevision = {
  readonly id: number
  readonly action: string
  readonly undoes: number | null
  readonly in_effect: boolean
  /** The state of the table itself before and after, if the revision changed it. */
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

/** In place of a token: the newest revision of the caller that is in effect. */
export const LAST = 'last'

/**
 * Undoes one revision: restores the cells, confidences and sources of its rows, or the columns of the
 * table. Undoes everything or, if a later revision changed any of it, nothing.
 */
export async function undoRevision(
  trx: Tx,
  workspaceId: string,
  tableId: string,
  token: string,
  revision: Revision,
): Promise<UndoOutcome> {
  const table = await lockTable(trx, workspaceId, tableId)
  const undone = await findRevision(trx, tableId, token, revision.by)
  if (!undone.in_effect) throw cannotUndo('This call has already been undone.')
  await refuseAfterColumns(trx, tableId, undone)

  const restored = restoredTable(table, undone)
  const id = await recordUndo(trx, table, restored, undone, revision)
  const rows = await restoreRows(trx, table, undone, id, revision)
  return { action: undone.action, rows, table: restored }
}

async function findRevision(
  trx: Tx,
  tableId: string,
  token: string,
  agent: string,
): Promise<StoredRevision> {
  const isLast = token === LAST
  if (!isLast && !isId(token)) throw unknownToken()
  // `last` skips undos, so that two calls in a row undo two revisions, and revisions that changed
  // nothing.
  const where = isLast
    ? sql`c.id = (select max(id) from stack_revisions r
        where table_id = ${tableId}::uuid and changed_by = ${agent}::text and in_effect
          and undoes is null and exists (
            select from stack_history
            where table_id = r.table_id and revision_id = r.id
          ))`
    : sql`c.token = ${token}::uuid`
  const { rows } = await sql<StoredRevision>`
    select c.id, c.action, c.undoes, c.in_effect, h.before, h.after
    from stack_revisions c
    left join stack_history h
      on h.table_id = c.table_id and h.revision_id = c.id and h.document_id is null
    where c.table_id = ${tableId}::uuid and ${where}`.execute(trx)
  const [found] = rows
  if (found !== undefined) return found
  throw isLast
    ? new ToolError('not_found', 'You have made no change of this table that could be undone.', {
        suggestion: `"${LAST}" means your own newest change. To undo another agent's, use its undo_token.`,
      })
    : unknownToken()
}

const unknownToken = (): ToolError =>
  new ToolError('not_found', 'No change of this table has this undo_token.', {
    suggestion: `Use the undo_token of an earlier answer or of an entry in the history. For your own newest change, send {"undo_token":"${LAST}"}.`,
  })

/**
 * Columns can be restored only if no later revision is in effect. Rows can be restored unless the type
 * of a column has changed since, because the old cells were read by the old type.
 */
async function refuseAfterColumns(trx: Tx, tableId: string, undone: StoredRevision): Promise<void> {
  const changedColumns = undone.after?.columns !== undefined
  const { rows } = await sql<{ action: string; changed_by: string; changed_at: Date }>`
    select action, changed_by, changed_at from stack_revisions
    where table_id = ${tableId}::uuid and id > ${undone.id}::bigint and in_effect
      and undoes is null and (retypes or ${changedColumns}::boolean)
    order by id desc limit 1`.execute(trx)
  const [later] = rows
  if (later === undefined) return
  const who = `${later.action} by ${later.changed_by} at ${later.changed_at.toISOString()}`
  throw cannotUndo(
    changedColumns
      ? `The table has been changed since its columns were: ${who}.`
      : `The types of the columns have changed since: ${who}.`,
  )
}

function restoredTable(table: StackTable, { before, after }: StoredRevision): StackTable {
  if (before === null || after === null) return table
  if (before.columns === undefined) {
    const completedAt = before.completed_at ? new Date(before.completed_at) : null
    return { ...table, completedAt, completedBy: before.completed_by ?? null }
  }
  // Restored columns get a new version, because a version never identifies two column sets.
  const isSame = before.columns_version === after.columns_version
  return { ...table, columns: before.columns, version: table.version + (isSame ? 0 : 1) }
}

/**
 * Reads the chain of revisions that `undone` itself undid. Writes the new revision, flips
 * `in_effect` along the chain (an undone undo puts its target back in effect), and writes the
 * table's history and state.
 */
async function recordUndo(
  trx: Tx,
  table: StackTable,
  restored: StackTable,
  undone: StoredRevision,
  { token, action, note, by, at }: Revision,
): Promise<number> {
  const state = undone.after?.columns === undefined ? completionOf : columnsOf
  const [before, after] = undone.after === null ? [null, null] : [state(table), state(restored)]
  const { rows } = await sql<{ id: number }>`
    with recursive revision as (
      insert into stack_revisions (token, workspace_id, table_id, action, note, undoes,
        columns_version, changed_by, changed_at)
      values (${token}::uuid, ${table.workspaceId}::uuid, ${table.id}::uuid, ${action}::text,
        ${note}::text, ${undone.id}::bigint, ${restored.version}::integer, ${by}::text,
        ${at}::timestamptz)
      returning id
    ), chain (id, undoes) as (
      select id, undoes from stack_revisions where id = ${undone.id}::bigint
      union all
      select earlier.id, earlier.undoes
      from stack_revisions earlier join chain on earlier.id = chain.undoes
    ), flipped as (
      update stack_revisions set in_effect = not in_effect where id in (select id from chain)
    ), recorded as (
      insert into stack_history (table_id, revision_id, before, after)
      select ${table.id}::uuid, id, ${before}::jsonb, ${after}::jsonb from revision
      where ${before}::jsonb is not null
    ), updated as (
      update stack_tables set columns = ${JSON.stringify(restored.columns)}::jsonb,
        columns_version = ${restored.version}::integer, completed_at = ${restored.completedAt}::timestamptz,
        completed_by = ${restored.completedBy}::text, updated_at = ${at}::timestamptz
      where id = ${table.id}::uuid and ${before}::jsonb is not null
    )
    select id from revision`.execute(trx)
  return rows[0]?.id ?? 0
}

const columnsOf = ({ columns, version }: StackTable): string =>
  JSON.stringify({ columns, columns_version: version })

const completionOf = ({ completedAt, completedBy }: StackTable): string =>
  JSON.stringify({ completed_at: completedAt, completed_by: completedBy })

/**
 * Reads the history of the revision and restores all of its rows. Throws, which rolls back the undo, if
 * a row no longer has the revision's result. The trigger `updated_rows_recorded` writes the history of
 * the undo.
 */
async function restoreRows(
  trx: Tx,
  table: StackTable,
  undone: StoredRevision,
  revisionId: number,
  { at }: Revision,
): Promise<number> {
  const { rows } = await sql<{ touched: number; restored: number; missing: number }>`
    with touched as materialized (
      select document_id, before, after, old_state, new_state from stack_history
      where table_id = ${table.id}::uuid and revision_id = ${undone.id}::bigint
        and document_id is not null
    ), restored as (
      update stack_table_rows r set
        cells = case when t.before is null or t.after is null then t.before else
          (r.cells - array(select jsonb_object_keys(t.after))) || t.before end,
        version = r.version + 1, revision_id = ${revisionId}::bigint, state = t.old_state,
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
  if (missing > 0) throw documentsRemoved(missing, touched)
  const changed = touched - restored
  throw cannotUndo(
    `${changed} of its ${touched} rows ${changed === 1 ? 'has' : 'have'} been changed since.`,
    await laterRevisions(trx, table, undone, revisionId),
  )
}

type LaterRevision = { document_id: string; action: string; changed_by: string; changed_at: Date }

async function laterRevisions(
  trx: Tx,
  table: StackTable,
  undone: StoredRevision,
  revisionId: number,
): Promise<LaterRevision[]> {
  const { rows } = await sql<LaterRevision>`
    select h.document_id, c.action, c.changed_by, c.changed_at
    from stack_history h
    join stack_table_rows r on r.table_id = h.table_id and r.document_id = h.document_id
    join stack_revisions c on c.id = r.revision_id
    where h.table_id = ${table.id}::uuid and h.revision_id = ${undone.id}::bigint
      and r.state is distinct from h.new_state and r.revision_id <> ${revisionId}::bigint
    order by c.changed_at desc, c.id desc limit 10`.execute(trx)
  return rows
}

const documentsRemoved = (missing: number, touched: number): ToolError =>
  new ToolError(
    'conflict',
    `It cannot be undone: ${missing} of its ${touched} rows belong to documents that are no longer in the stack.`,
    { suggestion: 'Add the documents again and save their rows; the history has their values.' },
  )

const cannotUndo = (reason: string, later?: LaterRevision[]): ToolError =>
  new ToolError('conflict', `It cannot be undone: ${reason}`, {
    suggestion: 'Undo the later changes first, or correct the rows with update_table_row.',
    ...(later !== undefined && { details: { changed_since: later } }),
  })
