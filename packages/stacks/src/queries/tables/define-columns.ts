import type { Tx } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import type { Column, ColumnDefinition } from '../../columns/column.ts'
import { planColumns } from '../../columns/plan-columns.ts'
import type { Revision } from '../../revision.ts'
import { getTable, lockTable, type StackTable } from './tables.ts'

/** Replaces the columns of the table. Throws for invalid column sets. */
export async function defineColumns(
  trx: Tx,
  workspaceId: string,
  idOrName: string,
  definitions: readonly ColumnDefinition[],
  revision: Revision,
): Promise<StackTable> {
  const { id } = await getTable(trx, workspaceId, idOrName)
  const table = await lockTable(trx, workspaceId, id)
  const plan = planColumns(table.columns, table.lastColumnNumber, definitions)
  const { columns, lastNumber, retyped, isSame } = plan
  const version = isSame ? table.version : table.version + 1
  const next = { ...table, columns, version, lastColumnNumber: lastNumber, updatedAt: revision.at }
  const revisionId = await setColumns(trx, table, next, revision, retyped.length > 0)
  if (retyped.length > 0) await retypeCells(trx, table, retyped, revision, revisionId)
  return next
}

/** Writes `stack_revisions`, `stack_history` and `stack_tables`. */
async function setColumns(
  trx: Tx,
  table: StackTable,
  { columns, version, lastColumnNumber }: StackTable,
  { token, action, note, by, at }: Revision,
  retypes: boolean,
): Promise<number> {
  const before = { columns: table.columns, columns_version: table.version }
  const after = { columns, columns_version: version }
  const { rows } = await sql<{ id: number }>`
    with revision as (
      insert into stack_revisions (token, workspace_id, table_id, action, note, retypes,
        columns_version, changed_by, changed_at)
      values (${token}::uuid, ${table.workspaceId}::uuid, ${table.id}::uuid, ${action}::text,
        ${note}::text, ${retypes}::boolean, ${version}::integer, ${by}::text, ${at}::timestamptz)
      returning id
    ), recorded as (
      insert into stack_history (table_id, revision_id, before, after)
      select ${table.id}::uuid, id, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb
      from revision
    ), updated as (
      update stack_tables set columns = ${JSON.stringify(columns)}::jsonb,
        columns_version = ${version}::integer, last_column_number = ${lastColumnNumber}::integer,
        updated_at = ${at}::timestamptz
      where id = ${table.id}::uuid
    )
    select id from revision`.execute(trx)
  return rows[0]?.id ?? 0
}

/** Converts the cells of columns whose type changed; rows without a changed cell are not updated. */
async function retypeCells(
  trx: Tx,
  table: StackTable,
  columns: readonly Column[],
  { at }: Revision,
  revisionId: number,
): Promise<void> {
  const read = ({ id, type }: Column) => {
    const value = sql`cells -> ${sql.lit(id)} -> 'v'`
    const text = sql`cells -> ${sql.lit(id)} ->> 'v'`
    return type === 'number'
      ? sql`case jsonb_typeof(${value}) when 'string' then stack_number(${text}) end`
      : sql`case jsonb_typeof(${value}) when 'number' then to_jsonb(${text}) end`
  }
  const cells = columns.reduce<RawBuilder<unknown>>(
    (others, column) => sql`
      jsonb_set(${others}, array[${sql.lit(column.id)}, 'v'],
        coalesce(${read(column)}, cells -> ${sql.lit(column.id)} -> 'v', 'null'), false)`,
    sql`cells`,
  )
  const isChanged = columns.map((column) => sql`(${read(column)}) is not null`)
  await sql`
    update stack_table_rows set cells = ${cells}, version = version + 1,
      revision_id = ${revisionId}::bigint, state = ${revisionId}::bigint, updated_at = ${at}::timestamptz
    where table_id = ${table.id}::uuid and (${sql.join(isChanged, sql` or `)})`.execute(trx)
}
