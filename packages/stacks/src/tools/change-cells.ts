import type { Tx } from '@quartermaster/db'
import { type Call, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { type Cell, encodeCells, encodeSource, readCell, type Source } from '../cells/cell.ts'
import type { Column } from '../columns/column.ts'
import { columnList } from '../columns/column-schemas.ts'
import { exampleUpdate } from '../columns/example-row.ts'
import { updateRow } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { checkRowWritten } from '../replies/check-row-written.ts'
import { newRevision } from '../revision.ts'
import type { StackServices } from '../tool.ts'

export type CellUpdates = {
  readonly document: string
  /** Texts by argument name; null empties a cell. */
  readonly updates: Readonly<Record<string, string | null>>
  readonly scores: Readonly<Record<string, number>>
  readonly sources: Readonly<Record<string, Source>>
  readonly action: string
}

/** Changes the given cells of an existing row. */
export async function changeCells(
  trx: Tx,
  table: StackTable,
  { document, updates, scores, sources, action }: CellUpdates,
  call: Call<StackServices>,
) {
  // In the caller's order, because the reply names them in this order.
  const columns = Object.keys(updates).flatMap(
    (name) => table.columns.find(({ key }) => key === name) ?? [],
  )
  if (columns.length === 0) throw noUpdates(table)
  const cellOf = ({ key, type }: Column): Cell => {
    const text = updates[key] ?? null
    return {
      value: text === null ? null : readCell(type, text),
      ...(scores[key] !== undefined && { confidence: scores[key] }),
      ...(sources[key] !== undefined && { source: sources[key] }),
    }
  }
  const changes = {
    remove: columns.map(({ id }) => id),
    replace: encodeCells(new Map(columns.map((column) => [column.id, cellOf(column)]))),
    amend: amendments(
      table.columns.filter((column) => !columns.includes(column)),
      scores,
      sources,
    ),
  }
  const revision = newRevision(action, call)
  const result = await updateRow(trx, table, document, changes, revision)
  const written = await checkRowWritten(call.services, table, document, result)
  return { ...written, updated: columns.map(({ name }) => name), undoToken: revision.token }
}

/** Scores and sources of cells that keep their value, as JSON text by column id. */
function amendments(
  columns: readonly Column[],
  scores: CellUpdates['scores'],
  sources: CellUpdates['sources'],
): string {
  const amended = columns.flatMap(({ id, key }) => {
    const [score, source] = [scores[key], sources[key]]
    if (score === undefined && source === undefined) return []
    const cell = {
      ...(score !== undefined && { c: score }),
      ...(source !== undefined && { s: encodeSource(source) }),
    }
    return [[id, cell]]
  })
  return stringifyJson(Object.fromEntries(amended))
}

const noUpdates = (table: StackTable): ToolError =>
  new ToolError('invalid_input', 'There are no updates: nothing was changed.', {
    suggestion: `Name at least one column, for example ${exampleUpdate(table)}. Columns: ${columnList(table)}.`,
  })
