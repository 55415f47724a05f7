import { quote, ToolError } from '@quartermaster/toolkit'
import { exampleRow } from '../columns/example-row.ts'
import { columnsChangedError } from '../columns/schema-changed-error.ts'
import { documentNotFound } from '../queries/documents/document-not-found.ts'
import type { WriteResult } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import type { StackServices } from '../tool.ts'

/** Returns the written row, or throws the reason why nothing was written. */
export async function checkRowWritten(
  services: StackServices,
  table: StackTable,
  document: string,
  { document_id: documentId, version, is_current, matches }: WriteResult,
): Promise<{ documentId: string; version: number }> {
  if (documentId !== null) return { documentId, version }
  if (!is_current) throw await columnsChangedError(services, table)
  if (matches !== 1) throw await documentNotFound(services.db, table, document, matches)
  throw new ToolError('not_found', `Document ${quote(document)} has no row yet.`, {
    suggestion: `Call save_table_row for it: ${exampleRow(table, document)}`,
  })
}
