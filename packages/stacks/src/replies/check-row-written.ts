import { ToolError } from '@quartermaster/toolkit'
import { changedMeanwhile } from '../columns/adapt-arguments.ts'
import { shown } from '../not-found.ts'
import { noDocument } from '../queries/documents/resolve-document.ts'
import type { Written } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import type { StackServices } from '../tool.ts'

/** The row that was written; throws what kept it from that. */
export async function checkWritten(
  services: StackServices,
  table: StackTable,
  sent: string,
  { document_id: documentId, version, is_current, matches }: Written,
): Promise<{ documentId: string; version: number }> {
  if (documentId !== null) return { documentId, version }
  if (!is_current) throw await changedMeanwhile(services, table)
  if (matches !== 1) throw noDocument(sent, matches)
  throw new ToolError('not_found', `There is no row for document '${shown(sent)}' yet.`, {
    suggestion: 'Save it first with save_table_row.',
  })
}
