import { subjectPath, type Tool, ToolError, type ToolFamily } from '@quartermaster/toolkit'
import { ANY_TABLE } from './columns/column-schemas.ts'
import { notFound } from './not-found.ts'
import { hasDocument } from './queries/documents/documents.ts'
import { getTable, type StackTable } from './queries/tables/tables.ts'
import type { StackServices } from './tool.ts'
import { bulkUpdateRows } from './tools/bulk-update-rows.ts'
import { completeTable } from './tools/complete-table.ts'
import { defineColumns } from './tools/define-columns.ts'
import { listDocuments } from './tools/list-documents.ts'
import { readDocumentExtraction } from './tools/read-document-extraction.ts'
import { readReviewList } from './tools/read-review-list.ts'
import { readRows } from './tools/read-rows.ts'
import { saveCellSources } from './tools/save-cell-sources.ts'
import { saveExtractedData } from './tools/save-extracted-data.ts'
import { saveTableRow } from './tools/save-table-row.ts'
import { undoChange } from './tools/undo-change.ts'
import { updateTableRow } from './tools/update-table-row.ts'

type Maker = (table: StackTable) => Tool<StackServices>

const FIRST: readonly Maker[] = [listDocuments, readDocumentExtraction]
const WITH_COLUMNS: readonly Maker[] = [
  saveTableRow,
  updateTableRow,
  bulkUpdateRows,
  saveCellSources,
  readRows,
  readReviewList,
  completeTable,
]

/** define_columns in auto mode, and what works on rows once there are columns. */
const toolsForTable = (table: StackTable): Tool<StackServices>[] =>
  [
    ...FIRST,
    ...(table.mode === 'auto' ? [defineColumns] : []),
    ...(table.columns.length > 0 || table === ANY_TABLE ? WITH_COLUMNS : []),
    undoChange,
  ].map((make) => withVersion(table, make(table)))

/** Says which set of columns it was made for, in every format that a descriptor has. */
const withVersion = (table: StackTable, tool: Tool<StackServices>): Tool<StackServices> =>
  table === ANY_TABLE
    ? tool
    : {
        ...tool,
        version: table.version,
        description: `${tool.description} Schema version ${table.version}.`,
      }

// A version never stands for two sets of columns, so what was made for it once is right for good;
// made anew when there is more that reading can rely on.
const made = new Map<string, Tool<StackServices>[]>()
const MAX_CACHED = 200

function toolsNow(table: StackTable): Tool<StackServices>[] {
  const orders = Object.keys(table.orders).filter((id) => table.orders[id]?.filled === true)
  const key = [table.id, table.version, table.isCounted, ...orders].join(' ')
  const known = made.get(key)
  if (known !== undefined) return known
  const [oldest] = made.keys()
  if (made.size >= MAX_CACHED && oldest !== undefined) made.delete(oldest)
  const tools = toolsForTable(table)
  made.set(key, tools)
  return tools
}

export const tableFamily: ToolFamily<StackServices> = {
  name: 'tables',
  title: 'Stack tables',
  binding: 'table',
  path: (id) => subjectPath('tables', id),
  genericTools: toolsForTable(ANY_TABLE),
  find: async (id, { caller, services }) =>
    toolsNow(await getTable(services.db, caller.workspaceId, id)),
  explainMissing: async (id, name, { caller, services }) => {
    const { mode } = await getTable(services.db, caller.workspaceId, id)
    return whyMissing(name, mode)
  },
}

const OF_ANY_TABLE = new Set(toolsForTable(ANY_TABLE).map(({ name }) => name))

/** A table's tool that is not there now: what stands in its way. */
function whyMissing(name: string, mode: StackTable['mode']): ToolError | undefined {
  if (!OF_ANY_TABLE.has(name)) return undefined
  return name === 'define_columns'
    ? new ToolError('unknown_tool', 'The columns of this table are set: it is in custom mode.', {
        suggestion: 'Go on with save_table_row.',
      })
    : new ToolError('unknown_tool', `The table has no columns yet, so there is no '${name}'.`, {
        suggestion:
          mode === 'auto' ? 'Call define_columns first.' : 'Give the table columns first.',
      })
}

export const documentFamily: ToolFamily<StackServices> = {
  name: 'documents',
  title: 'Documents',
  binding: 'document',
  path: (id) => subjectPath('documents', id),
  genericTools: [saveExtractedData('')],
  find: async (id, { caller, services }) => {
    const isThere = await hasDocument(services.db, caller.workspaceId, id)
    if (!isThere) throw notFound('document')
    return [saveExtractedData(id)]
  },
}
