import { stringifyJson } from '@quartermaster/toolkit'
import type { StackTable } from '../queries/tables/tables.ts'

const SAMPLES = { text: 'Acme Inc', number: '1500.00', date: '2024-01-15' }

const MAX_SHOWN = 3

/** Sample values for the first columns of the table, by argument name. */
export const exampleCells = ({ columns }: StackTable): Record<string, string> =>
  Object.fromEntries(columns.slice(0, MAX_SHOWN).map(({ key, type }) => [key, SAMPLES[type]]))

/** The arguments of a right save_table_row call, as JSON text. */
export const exampleRow = (table: StackTable): string =>
  stringifyJson({ document_id: 'invoice_jan.pdf', ...exampleCells(table) })
