import { requireTx } from '@quartermaster/db'
import { type Call, type CallBatch, type CallInBatch, ToolError } from '@quartermaster/toolkit'
import { encodeCells, readCell } from '../cells/cell.ts'
import { columnList } from '../columns/column-schemas.ts'
import { exampleRow } from '../columns/example-row.ts'
import { type RowSave, saveRows } from '../queries/rows/save-rows.ts'
import type { WriteResult } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { checkRowWritten } from '../replies/check-row-written.ts'
import { reply } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import type { StackServices } from '../tool.ts'

export type NewRow = {
  readonly document: string
  /** Texts by argument name. */
  readonly values: Readonly<Record<string, unknown>>
  readonly scores: Readonly<Record<string, number>>
  readonly action: string
}

/** Encodes a row for `saveRows`. Throws for a row without any value. */
export function toRowSave(
  table: StackTable,
  { document, values, scores, action }: NewRow,
  call: Pick<CallInBatch, 'caller' | 'now'>,
): RowSave {
  const cells = table.columns.map(({ id, key, type }) => {
    const text = values[key]
    const value = typeof text === 'string' ? readCell(type, text) : null
    return [id, { value, confidence: scores[key] }] as const
  })
  if (cells.every(([, { value }]) => value === null)) throw noValues(table)
  const revision = newRevision(action, call)
  return { table, document, cells: encodeCells(new Map(cells)), revision }
}

/** The reply to a save, or the error that says why nothing was saved. */
async function toReply(services: StackServices, save: RowSave, result: WriteResult) {
  const { table, document, revision } = save
  const { documentId, version } = await checkRowWritten(services, table, document, result)
  return reply(`Saved row for document ${document}`, {
    document_id: documentId,
    version,
    undo_token: revision.token,
  })
}

/** Replaces the whole row of a document. */
export async function replaceRow(
  table: StackTable,
  row: NewRow,
  { services, ...call }: Call<StackServices>,
) {
  const save = toRowSave(table, row, call)
  const [result] = await saveRows(requireTx(services.db), [save])
  return toReply(services, save, result as WriteResult)
}

/** Concurrent saves of all tables share one statement. */
export const saveTogether: CallBatch<StackServices, RowSave> = {
  conflictKey: ({ table, document }) => `${table.id} ${document}`,
  // An import, a bulk update and new columns lock the table until they end.
  lockName: ({ table }) => table.id,
  run: async (saves, services) => {
    const results = await saveRows(requireTx(services.db), saves)
    const replies = await Promise.allSettled(
      saves.map((save, index) => toReply(services, save, results[index] as WriteResult)),
    )
    // Any error other than a `ToolError` has aborted the transaction, and with it all saves of the batch.
    const failed = replies.find(
      (result) => result.status === 'rejected' && !(result.reason instanceof ToolError),
    )
    if (failed?.status === 'rejected') throw failed.reason
    return replies
  },
}

/** The error for a save without columns, which would replace the row with an empty one. */
const noValues = (table: StackTable): ToolError =>
  new ToolError(
    'invalid_input',
    `The call has no value for any column, so nothing was saved. Columns: ${columnList(table)}.`,
    {
      suggestion: `Send at least one column, for example ${exampleRow(table)}. To empty cells of an existing row, call update_table_row with null for them. For a document that has no row and no values, send "" for one column.`,
    },
  )
