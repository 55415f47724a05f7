export { type Change, newChange } from './change.ts'
export { COLUMN_TYPES, type Column, type WantedColumn } from './columns.ts'
export { exportCsv, exportJson } from './export-table.ts'
export { ExtractedFields, FieldScores } from './extraction.ts'
export { documentFamily, tableFamily } from './families.ts'
export { type ImportReport, importCsv } from './import-csv.ts'
export { OPERATORS } from './queries/conditions.ts'
export { defineColumns } from './queries/define-columns.ts'
export {
  createDocument,
  deleteDocument,
  getDocument,
  listDocuments,
  updateDocument,
} from './queries/documents.ts'
export { listExtractions, saveExtraction, updateExtraction } from './queries/extractions.ts'
export { readHistory } from './queries/history.ts'
export { countRows, getColumn, readRows } from './queries/read-rows.ts'
export { readReviewList } from './queries/review-list.ts'
export { addDocuments, listStackDocuments, removeDocument } from './queries/stack-documents.ts'
export { createStack, deleteStack, getStack, listStacks, updateStack } from './queries/stacks.ts'
export {
  createTable,
  deleteTable,
  getTable,
  listTables,
  renameTable,
  type StackTable,
} from './queries/tables.ts'
export type { StackServices } from './tool.ts'
export { WantedColumns } from './tools/define-columns.ts'
export { DoubtfulCell } from './tools/read-review-list.ts'
