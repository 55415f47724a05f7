import type { Database } from '@quartermaster/db'
import type { PageRequest } from '@quartermaster/toolkit'
import type { CellValue, Source } from '../../cells/cell.ts'
import type { StackTable } from '../tables/tables.ts'
import { readRows } from './read-rows.ts'

export type UncertainCell = {
  readonly document_id: string
  readonly filename: string
  readonly column: string
  readonly value: CellValue
  readonly confidence: number
  readonly source?: Source
}

/** The cells below a confidence, from one page of rows that have at least one. */
export async function readReviewList(
  db: Database,
  table: StackTable,
  threshold: number,
  request: PageRequest = {},
): Promise<{ cells: UncertainCell[]; nextCursor: string | null }> {
  const page = await readRows(db, table, { ...request, belowConfidence: threshold })
  const cells = page.rows.flatMap(
    ({ document_id, filename, row_data, confidence_scores, sources }) =>
      Object.entries(confidence_scores)
        .filter(([, confidence]) => confidence < threshold)
        .map(([column, confidence]) => ({
          document_id,
          filename,
          column,
          value: row_data[column] ?? null,
          confidence,
          ...(sources[column] !== undefined && { source: sources[column] }),
        })),
  )
  return { cells, nextCursor: page.nextCursor }
}
