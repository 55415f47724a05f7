import { ToolError } from '@quartermaster/toolkit'
import { shown } from './id.ts'
import { changedMeanwhile } from './outdated.ts'
import { noDocument } from './queries/resolve-document.ts'
import type { Written } from './queries/rows.ts'
import type { StackTable } from './queries/tables.ts'
import type { StackServices } from './tool.ts'

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
