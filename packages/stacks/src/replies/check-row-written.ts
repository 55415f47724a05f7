import { ToolError } from '@quartermaster/toolkit'
import { columnsChangedError } from '../columns/adapt-arguments.ts'
import { shown } from '../not-found.ts'
import { documentNotFound } from '../queries/documents/resolve-document.ts'
import type { WriteResult } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import type { StackServices } from '../tool.ts'

/** The row that was written; throws what kept it from that. */
export async function checkRowWritten(
  services: StackServices,
  table: StackTable,
  sent: string,
  { document_id: documentId, version, is_current, matches }: WriteResult,
): Promise<{ documentId: string; version: number }> {
  if (documentId !== null) return { documentId, version }
  if (!is_current) throw await columnsChangedError(services, table)
  if (matches !== 1) throw documentNotFound(sent, matches)
  throw new ToolError('not_found', `There is no row for document '${shown(sent)}' yet.`, {
    suggestion: 'Save it first with save_table_row.',
  })
}
