import { ToolError } from '@quartermaster/toolkit'
import { type Cell, readCell } from '../cells/cell.ts'
import { foldName } from '../columns/fold-name.ts'
import type { Column } from '../columns/plan-columns.ts'
import { shown } from '../not-found.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { restore } from './csv-cell.ts'
import type { CsvFields } from './read-csv.ts'

const DOCUMENT = new Set(['document', 'document_id', 'filename'])

/** A cell of a number column that is no number, and so is text. */
export type Warning = { readonly line: number; readonly column: string; readonly value: string }

export type ImportColumns = {
  readonly width: number
  readonly read: (fields: CsvFields) => {
    cells: Map<string, Cell>
    warnings: Omit<Warning, 'line'>[]
  }
}

export const documentOf = (fields: CsvFields): string => restore(fields[0] ?? '')

/** Which field is which column: the document first, then columns of the table in any order. */
export function headerOf(table: StackTable, fields: CsvFields): ImportColumns {
  const [first, ...names] = fields.map((field) => restore(field ?? '').trim())
  if (!DOCUMENT.has(foldName(first ?? ''))) {
    throw refused(`The first column must be 'Document', not '${shown(first ?? '')}'.`)
  }
  const columns = names.map((name) => columnOf(table, name))
  const twin = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twin !== undefined) throw refused(`The column '${twin.name}' is there twice.`)
  return { width: fields.length, read: ([, ...cells]) => readCells(columns, cells) }
}

function columnOf({ columns }: StackTable, name: string): Column {
  const column =
    columns.find((one) => one.name === name) ??
    columns.find((one) => one.key === name) ??
    columns.find((one) => foldName(one.name) === foldName(name))
  if (column !== undefined) return column
  const valid = columns.map((one) => one.name).join(', ')
  throw refused(`Unknown column '${shown(name)}'. Valid columns: ${valid}.`)
}

function readCells(columns: readonly Column[], fields: CsvFields) {
  const cells = new Map<string, Cell>()
  const warnings: Omit<Warning, 'line'>[] = []
  columns.forEach(({ id, name, type }, index) => {
    const field = fields[index]
    if (field === null || field === undefined) return
    const value = readCell(type, restore(field))
    cells.set(id, { value })
    if (type === 'number' && typeof value === 'string' && value !== '') {
      warnings.push({ column: name, value: shown(value) })
    }
  })
  return { cells, warnings }
}

const refused = (message: string): ToolError =>
  new ToolError('invalid_input', message, {
    suggestion: 'Correct the first line of the CSV and send it again; nothing was imported.',
  })
