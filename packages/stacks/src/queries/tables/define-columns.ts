import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import { type Column, type ColumnDefinition, planColumns } from '../../columns/plan-columns.ts'
import type { Revision } from '../../revision.ts'
import { lockTable, type StackTable } from './tables.ts'

/** Gives the table these columns. Inside a transaction only; throws where they cannot be. */
export async function defineColumns(
  trx: Database,
  workspaceId: string,
  tableId: string,
  wanted: readonly ColumnDefinition[],
  change: Revision,
): Promise<StackTable> {
  const table = await lockTable(trx, workspaceId, tableId)
  const { columns, made, retyped, isSame } = planColumns(table.columns, table.columnsMade, wanted)
  const version = isSame ? table.version : table.version + 1
  const revisionId = await setColumns(
    trx,
    table,
    { columns, version, made },
    change,
    retyped.length > 0,
  )
  if (retyped.length > 0) await retypeCells(trx, table, retyped, change, revisionId)
  return { ...table, columns, version, columnsMade: made, updatedAt: change.at }
}

type NewColumns = { columns: readonly Column[]; version: number; made: number }

async function setColumns(
  trx: Database,
  table: StackTable,
  { columns, version, made }: NewColumns,
  { token, action, note, by, at }: Revision,
  retypes: boolean,
): Promise<number> {
  const before = { columns: table.columns, columns_version: table.version }
  const after = { columns, columns_version: version }
  const { rows } = await sql<{ id: number }>`
    with change as (
      insert into stack_changes (token, workspace_id, table_id, action, note, retypes,
        columns_version, changed_by, changed_at)
      values (${token}::uuid, ${table.workspaceId}::uuid, ${table.id}::uuid, ${action}::text,
        ${note}::text, ${retypes}::boolean, ${version}::integer, ${by}::text, ${at}::timestamptz)
      returning id
    ), recorded as (
      insert into stack_history (table_id, change_id, before, after)
      select ${table.id}::uuid, id, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb
      from change
    ), updated as (
      update stack_tables set columns = ${JSON.stringify(columns)}::jsonb,
        columns_version = ${version}::integer, columns_made = ${made}::integer,
        updated_at = ${at}::timestamptz
      where id = ${table.id}::uuid
    )
    select id from change`.execute(trx)
  return rows[0]?.id ?? 0
}

/** Reads the cells again by their column's new type; one that stays as it is stays untouched. */
async function retypeCells(
  trx: Database,
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
      change_id = ${revisionId}::bigint, state = ${revisionId}::bigint, updated_at = ${at}::timestamptz
    where table_id = ${table.id}::uuid and (${sql.join(isChanged, sql` or `)})`.execute(trx)
}
