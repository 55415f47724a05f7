export { COLUMN_TYPES, type Column, type ColumnDefinition } from './columns/column.ts'
export { getColumn } from './columns/find-column.ts'
export { csvLine, neutralize } from './csv/csv-cell.ts'
export { exportCsv, exportJson } from './csv/export-table.ts'
export { type ImportReport, importCsv } from './csv/import-csv.ts'
export { ExtractedFields, FieldScores } from './extraction.ts'
export { documentFamily, tableFamily } from './families.ts'
export {
  countDocuments,
  createDocument,
  DOCUMENT_ORDERS,
  deleteDocument,
  getDocument,
  listDocuments,
  updateDocument,
} from './queries/documents/documents.ts'
export {
  listExtractions,
  saveExtraction,
  updateExtraction,
} from './queries/documents/extractions.ts'
export {
  addDocuments,
  listStackDocuments,
  removeDocument,
} from './queries/documents/stack-documents.ts'
export { readHistory } from './queries/history/read-history.ts'
export { OPERATORS } from './queries/rows/conditions.ts'
export { findTablesWithRows } from './queries/rows/find-tables-with-rows.ts'
export { countRows, readRows } from './queries/rows/read-rows.ts'
export { readReviewList } from './queries/rows/review-list.ts'
export { searchRows } from './queries/rows/search-rows.ts'
export { defineColumns } from './queries/tables/define-columns.ts'
export {
  createStack,
  deleteStack,
  getStack,
  listStacks,
  updateStack,
} from './queries/tables/stacks.ts'
export {
  createTable,
  deleteTable,
  getTable,
  listTables,
  renameTable,
  type StackTable,
} from './queries/tables/tables.ts'
export { newRevision, type Revision } from './revision.ts'
export type { StackServices } from './tool.ts'
export { ColumnDefinitions } from './tools/define-columns.ts'
export { UncertainCell } from './tools/read-review-list.ts'
