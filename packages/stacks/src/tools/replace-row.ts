import type { Tx } from '@quartermaster/db'
import { type Call, ToolError } from '@quartermaster/toolkit'
import { encodeCells, readCell } from '../cells/cell.ts'
import { columnList } from '../columns/column-schemas.ts'
import { exampleRow } from '../columns/example-row.ts'
import { saveRow } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { checkRowWritten } from '../replies/check-row-written.ts'
import { newRevision } from '../revision.ts'
import type { StackServices } from '../tool.ts'

export type NewRow = {
  readonly document: string
  /** Texts by argument name. */
  readonly values: Readonly<Record<string, unknown>>
  readonly scores: Readonly<Record<string, number>>
  readonly action: string
}

/** Replaces the whole row of a document. Refuses a row without any value. */
export async function replaceRow(
  trx: Tx,
  table: StackTable,
  { document, values, scores, action }: NewRow,
  call: Call<StackServices>,
) {
  const cells = table.columns.map(({ id, key, type }) => {
    const text = values[key]
    const value = typeof text === 'string' ? readCell(type, text) : null
    return [id, { value, confidence: scores[key] }] as const
  })
  if (cells.every(([, { value }]) => value === null)) throw noValues(table)
  const revision = newRevision(action, call)
  const result = await saveRow(trx, table, document, encodeCells(new Map(cells)), revision)
  const written = await checkRowWritten(call.services, table, document, result)
  return { ...written, undoToken: revision.token }
}

/** A save without columns would replace the row by an empty one. */
const noValues = (table: StackTable): ToolError =>
  new ToolError(
    'invalid_input',
    `The call has no value for any column, so nothing was saved. Columns: ${columnList(table)}.`,
    {
      suggestion: `Send at least one column, for example ${exampleRow(table)}. To empty cells of an existing row, call update_table_row with null for them. For a document without any values, send "" for one column.`,
    },
  )
