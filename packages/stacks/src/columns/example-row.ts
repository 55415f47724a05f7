import { stringifyJson } from '@quartermaster/toolkit'
import type { StackTable } from '../queries/tables/tables.ts'

const SAMPLES = { text: 'Acme Inc', number: '1500.00', date: '2024-01-15' }

const MAX_SHOWN = 3

/** Sample values for the first columns of the table, by argument name. */
export const exampleCells = ({ columns }: StackTable): Record<string, string> =>
  Object.fromEntries(columns.slice(0, MAX_SHOWN).map(({ key, type }) => [key, SAMPLES[type]]))

/** Arguments of save_table_row for the caller's document, as JSON text. */
export const exampleRow = (table: StackTable, document: unknown): string =>
  stringifyJson({ document_id: document, ...exampleCells(table) })
