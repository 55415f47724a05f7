import { stringifyJson } from '@quartermaster/toolkit'
import type { StackTable } from '../queries/tables/tables.ts'

const SAMPLES = { text: 'Acme Inc', number: '1500.00', date: '2024-01-15' }

const MAX_SHOWN = 3

const NO_DOCUMENT = 'example.pdf'

/** Sample values for the first columns of the table, by argument name. */
const exampleCells = ({ columns }: StackTable): Record<string, string> =>
  Object.fromEntries(columns.slice(0, MAX_SHOWN).map(({ key, type }) => [key, SAMPLES[type]]))

/**
 * Arguments of save_table_row, as JSON text. By default, `document` is not in the stack, so that the
 * sample values replace no row even if a model sends the example.
 */
export const exampleRow = (table: StackTable, document = NO_DOCUMENT): string =>
  stringifyJson({ document_id: document, ...exampleCells(table) })

/** Arguments of update_table_row, also for a document that is not in the stack. */
export const exampleUpdate = (table: StackTable): string =>
  stringifyJson({ document_id: NO_DOCUMENT, updates: exampleCells(table) })

/** Arguments of save_row, likewise. */
export const exampleValues = (table: StackTable): string =>
  stringifyJson({ document_id: NO_DOCUMENT, values: exampleCells(table) })
