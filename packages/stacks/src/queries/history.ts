import type { Database } from '@quartermaster/db'
import {
  isObject,
  type Page,
  type PageRequest,
  pageSize,
  parseJson,
  readCursor,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { type CellValue, showCells } from '../cell.ts'
import type { Column } from '../columns.ts'
import { isId } from '../id.ts'
import { fromStorable } from '../storable-text.ts'
import { formerColumns } from './changes.ts'
import type { StackTable } from './tables.ts'

/** What one change did to one row or, without a document, to the table itself. */
export type HistoryEntry = {
  readonly id: string
  readonly undo_token: string
  readonly action: string
  readonly document_id: string | null
  readonly version: number | null
  /** The values that differ, by column, before; null = there was no row. */
  readonly old: unknown
  readonly new: unknown
  readonly old_confidence_scores: Record<string, number>
  readonly new_confidence_scores: Record<string, number>
  readonly note: string | null
  readonly is_undone: boolean
  readonly changed_by: string
  readonly changed_at: Date
}

type RawEntry = {
  change_id: number
  id: number
  token: string
  action: string
  note: string | null
  in_effect: boolean
  changed_by: string
  changed_at: Date
  document_id: string | null
  version: number | null
  before: string | null
  after: string | null
}

export type HistoryRequest = PageRequest & {
  readonly documentId?: string
  readonly undoToken?: string
}

/** The newest first. */
export async function readHistory(
  db: Database,
  table: StackTable,
  request: HistoryRequest = {},
): Promise<Page<HistoryEntry>> {
  const { documentId, undoToken } = request
  if ([documentId, undoToken].some((id) => id !== undefined && !isId(id))) {
    return { rows: [], nextCursor: null }
  }
  const size = pageSize(request)
  const isPart = (part: string) => /^\d{1,18}$/.test(part)
  const [change, entry] = readCursor(request, isPart, isPart) ?? []
  const where = [
    sql`h.table_id = ${table.id}::uuid`,
    ...(documentId === undefined ? [] : [sql`h.document_id = ${documentId}::uuid`]),
    ...(undoToken === undefined
      ? []
      : [sql`h.change_id = (select id from stack_changes where token = ${undoToken}::uuid)`]),
    ...(change === undefined
      ? []
      : [sql`(h.change_id, h.id) < (${change}::bigint, ${entry}::bigint)`]),
  ]
  const { rows } = await sql<RawEntry>`
    select h.change_id, h.id, c.token, c.action, c.note, c.in_effect, c.changed_by, c.changed_at,
      h.document_id, h.version, h.before::text as before, h.after::text as after
    from stack_history h join stack_changes c on c.id = h.change_id
    where ${sql.join(where, sql` and `)}
    order by h.change_id desc, h.id desc limit ${size + 1}::integer`.execute(db)
  const page = toPage(rows, size, ({ change_id, id }) => [String(change_id), String(id)])
  const names = await columnNames(db, table)
  return { ...page, rows: page.rows.map((row) => toEntry(row, names)) }
}

/** Of all columns that the table has or had; one that was renamed has its present name. */
async function columnNames(db: Database, table: StackTable): Promise<Map<string, string>> {
  const former = await formerColumns(db, table.id)
  const sets = [...former.map(({ columns }) => columns).reverse(), table.columns]
  return new Map(sets.flat().map(({ id, name }) => [id, name]))
}

function toEntry(row: RawEntry, names: ReadonlyMap<string, string>): HistoryEntry {
  const isRow = row.document_id !== null
  const side = (json: string | null) => {
    if (json === null) return { values: null, scores: {} }
    return isRow ? ofRow(json, names) : { values: ofTable(json), scores: {} }
  }
  const [before, after] = [side(row.before), side(row.after)]
  return {
    id: `${row.change_id}.${row.id}`,
    undo_token: row.token,
    action: row.action,
    document_id: row.document_id,
    version: row.version,
    old: before.values,
    new: after.values,
    old_confidence_scores: before.scores,
    new_confidence_scores: after.scores,
    note: row.note === null ? null : fromStorable(row.note),
    is_undone: !row.in_effect,
    changed_by: row.changed_by,
    changed_at: row.changed_at,
  }
}

function ofRow(json: string, names: ReadonlyMap<string, string>) {
  const cells = [...showCells(json)].map(([id, cell]) => [names.get(id) ?? id, cell] as const)
  const scores = cells.flatMap(([name, { confidence }]) =>
    confidence === undefined ? [] : [[name, confidence] as const],
  )
  return {
    values: Object.fromEntries(
      cells.map(([name, { value }]): [string, CellValue] => [name, value]),
    ),
    scores: Object.fromEntries(scores),
  }
}

function ofTable(json: string): unknown {
  const state = parseJson(json)
  if (!isObject(state) || !Array.isArray(state.columns)) return state
  return {
    columns: state.columns.map(({ id: _, key, ...column }: Column) => ({
      ...column,
      argument: key,
    })),
  }
}
