import type { Database } from '@quartermaster/db'
import {
  fromStorable,
  isObject,
  type Page,
  type PageRequest,
  pageSize,
  parseOwnJson,
  readCursor,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { type Cell, presentCells, type Source } from '../../cells/cell.ts'
import type { Column } from '../../columns/column.ts'
import { isId } from '../../not-found.ts'
import { resolveDocument } from '../documents/resolve-document.ts'
import type { StackTable } from '../tables/tables.ts'
import { formerColumns } from './revisions.ts'

/** The effect of one revision on one row or, without a document, on the table itself. */
export type HistoryEntry = {
  readonly id: string
  readonly undo_token: string
  readonly action: string
  readonly document_id: string | null
  readonly version: number | null
  /** The changed values by column, before the revision. Null if there was no row. */
  readonly old: unknown
  readonly new: unknown
  readonly old_confidence_scores: Record<string, number>
  readonly new_confidence_scores: Record<string, number>
  readonly old_sources: Record<string, Source>
  readonly new_sources: Record<string, Source>
  readonly note: string | null
  readonly is_undone: boolean
  readonly changed_by: string
  readonly changed_at: Date
}

type RawEntry = {
  revision_id: number
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

/** Newest first. */
export async function readHistory(
  db: Database,
  table: StackTable,
  request: HistoryRequest = {},
): Promise<Page<HistoryEntry>> {
  const { documentId, undoToken } = request
  if (undoToken !== undefined && !isId(undoToken)) return { rows: [], nextCursor: null }
  const size = pageSize(request)
  const isPart = (part: string) => /^\d{1,18}$/.test(part)
  const [before] = readCursor(request, isPart) ?? []
  const where = [
    sql`h.table_id = ${table.id}::uuid`,
    ...(documentId === undefined ? [] : [sql`h.document_id = ${documentOf(table, documentId)}`]),
    ...(undoToken === undefined
      ? []
      : [sql`h.revision_id = (select id from stack_revisions where token = ${undoToken}::uuid)`]),
    ...(before === undefined ? [] : [sql`h.id < ${before}::bigint`]),
  ]
  const { rows } = await sql<RawEntry>`
    select h.revision_id, h.id, c.token, c.action, c.note, c.in_effect, c.changed_by, c.changed_at,
      h.document_id, h.version, h.before::text as before, h.after::text as after
    from stack_history h join stack_revisions c on c.id = h.revision_id
    where ${sql.join(where, sql` and `)}
    order by h.id desc limit ${size + 1}::integer`.execute(db)
  const page = toPage(rows, size, ({ id }) => [String(id)])
  const names = await columnNames(db, table)
  return { ...page, rows: page.rows.map((row) => toEntry(row, names)) }
}

/** An id also finds a document that was removed from the stack; a file name does not. */
const documentOf = (table: StackTable, text: string) =>
  isId(text)
    ? sql`${text}::uuid`
    : sql`(with ${resolveDocument(table, text)} select id from resolved)`

/** The names of all current and former columns by id; a renamed column has its current name. */
async function columnNames(db: Database, table: StackTable): Promise<Map<string, string>> {
  const former = await formerColumns(db, table.id)
  const sets = [...former.map(({ columns }) => columns).reverse(), table.columns]
  return new Map(sets.flat().map(({ id, name }) => [id, name]))
}

function toEntry(row: RawEntry, names: ReadonlyMap<string, string>): HistoryEntry {
  const isRow = row.document_id !== null
  const side = (json: string | null) => {
    if (json === null) return { values: null, scores: {}, sources: {} }
    return isRow ? ofRow(json, names) : { values: ofTable(json), scores: {}, sources: {} }
  }
  const [before, after] = [side(row.before), side(row.after)]
  return {
    id: `${row.revision_id}.${row.id}`,
    undo_token: row.token,
    action: row.action,
    document_id: row.document_id,
    version: row.version,
    old: before.values,
    new: after.values,
    old_confidence_scores: before.scores,
    new_confidence_scores: after.scores,
    old_sources: before.sources,
    new_sources: after.sources,
    note: row.note === null ? null : fromStorable(row.note),
    is_undone: !row.in_effect,
    changed_by: row.changed_by,
    changed_at: row.changed_at,
  }
}

function ofRow(json: string, names: ReadonlyMap<string, string>) {
  const cells = [...presentCells(json)].map(([id, cell]) => [names.get(id) ?? id, cell] as const)
  const members = <Key extends 'confidence' | 'source'>(key: Key) =>
    Object.fromEntries(
      cells.flatMap(([name, { [key]: member }]) => (member === undefined ? [] : [[name, member]])),
    ) as Record<string, NonNullable<Cell[Key]>>
  return {
    values: Object.fromEntries(cells.map(([name, { value }]) => [name, value])),
    scores: members('confidence'),
    sources: members('source'),
  }
}

function ofTable(json: string): unknown {
  const state = parseOwnJson(json)
  if (!isObject(state) || !Array.isArray(state.columns)) return state
  return {
    columns: state.columns.map(({ id: _, key, ...column }: Column) => ({
      ...column,
      argument: key,
    })),
  }
}
