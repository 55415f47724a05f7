import { subjectPath, type Tool, ToolError, type ToolFamily } from '@quartermaster/toolkit'
import { ANY_TABLE } from './columns/column-schemas.ts'
import { identifyDocument } from './queries/documents/document-id.ts'
import { getTableShared } from './queries/tables/get-table-shared.ts'
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
import { saveRow } from './tools/save-row.ts'
import { saveTableRow } from './tools/save-table-row.ts'
import { undoChange } from './tools/undo-change.ts'
import { updateTableRow } from './tools/update-table-row.ts'

type ToolFactory = (table: StackTable) => Tool<StackServices>

/** Tools of auto mode, for hosts that list the tools only once, before the columns are defined. */
const AUTO: readonly ToolFactory[] = [defineColumns, saveRow]
const WITH_COLUMNS: readonly ToolFactory[] = [
  saveTableRow,
  updateTableRow,
  bulkUpdateRows,
  saveCellSources,
  readReviewList,
]

const toolsForTable = (table: StackTable): Tool<StackServices>[] =>
  [
    listDocuments,
    readDocumentExtraction,
    ...(table.mode === 'auto' ? AUTO : []),
    ...(table.columns.length > 0 || table === ANY_TABLE ? WITH_COLUMNS : []),
    readRows,
    completeTable,
    undoChange,
  ].map((create) => withVersion(table, create(table)))

/** Adds the schema version to the tool, and to its description in every format. */
const withVersion = (table: StackTable, tool: Tool<StackServices>): Tool<StackServices> =>
  table === ANY_TABLE
    ? tool
    : {
        ...tool,
        version: table.version,
        description: `${tool.description} Schema version ${table.version}.`,
      }

// A schema `version` never identifies two column sets, so cached tools stay valid. The sort indexes and
// the stored count are part of the key because reading relies on them.
const cache = new Map<string, Tool<StackServices>[]>()
const MAX_CACHED = 200

function cachedTools(table: StackTable): Tool<StackServices>[] {
  const indexed = Object.entries(table.sortIndexes).flatMap(([id, { isComplete }]) =>
    isComplete ? [id] : [],
  )
  const key = [table.id, table.version, table.isCounted, ...indexed].join(' ')
  const known = cache.get(key)
  if (known !== undefined) return known
  const [oldest] = cache.keys()
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  const tools = toolsForTable(table)
  cache.set(key, tools)
  return tools
}

/** A table is addressed by its id, or by its name if that is unique in the workspace. */
export const tableFamily: ToolFamily<StackServices> = {
  name: 'tables',
  title: 'Stack tables',
  binding: 'table',
  path: (id) => subjectPath('tables', id),
  genericTools: toolsForTable(ANY_TABLE),
  find: async (id, { caller, services }) =>
    cachedTools(await getTableShared(services.db, caller.workspaceId, id)),
  identify: async (idOrName, { caller, services }) => {
    const { id, name } = await getTableShared(services.db, caller.workspaceId, idOrName)
    return { id, name }
  },
  explainMissing: async (id, name, { caller, services }) => {
    const { mode } = await getTable(services.db, caller.workspaceId, id)
    return whyMissing(name, mode)
  },
}

const TABLE_TOOL_NAMES = new Set(toolsForTable(ANY_TABLE).map(({ name }) => name))

/** The reason why this table currently lacks a tool that other tables have. */
function whyMissing(name: string, mode: StackTable['mode']): ToolError | undefined {
  if (!TABLE_TOOL_NAMES.has(name)) return undefined
  if (name === 'define_columns' || name === 'save_row') {
    return new ToolError(
      'unknown_tool',
      `The table is in custom mode: its columns are set, so it has no '${name}'.`,
      { suggestion: 'Save rows with save_table_row.' },
    )
  }
  return new ToolError('unknown_tool', `The table has no columns yet, so it has no '${name}'.`, {
    suggestion:
      mode === 'auto'
        ? 'Call define_columns first.'
        : 'Set the columns first: PUT /v1/tables/{id}/columns.',
  })
}

/** A document is addressed by its id, or by its file name if that is unique in the workspace. */
export const documentFamily: ToolFamily<StackServices> = {
  name: 'documents',
  title: 'Documents',
  binding: 'document',
  path: (id) => subjectPath('documents', id),
  genericTools: [saveExtractedData('')],
  find: async (id, { caller, services }) => {
    const document = await identifyDocument(services.db, caller.workspaceId, id)
    return [saveExtractedData(document.id)]
  },
  identify: async (id, { caller, services }) => {
    const document = await identifyDocument(services.db, caller.workspaceId, id)
    return { id: document.id, name: document.filename }
  },
}
