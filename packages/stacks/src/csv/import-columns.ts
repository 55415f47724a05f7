import { printable, ToolError } from '@quartermaster/toolkit'
import { type Cell, readCell } from '../cells/cell.ts'
import type { Column } from '../columns/column.ts'
import { getColumn } from '../columns/find-column.ts'
import { foldName } from '../columns/fold-name.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { restore } from './csv-cell.ts'
import type { CsvFields } from './read-csv.ts'

const DOCUMENT_NAMES = new Set(['document', 'document_id', 'filename'])

/** A cell of a number column that is not a number and was kept as text. */
export type Warning = { readonly line: number; readonly column: string; readonly value: string }

export type ImportColumns = {
  readonly width: number
  readonly read: (fields: CsvFields) => {
    cells: Map<string, Cell>
    warnings: Omit<Warning, 'line'>[]
  }
}

export const documentOf = (fields: CsvFields): string => restore(fields[0] ?? '')

/** Reads the header: the document first, then columns of the table in any order. */
export function readHeader(table: StackTable, fields: CsvFields): ImportColumns {
  const [first, ...names] = fields.map((field) => restore(field ?? '').trim())
  if (!DOCUMENT_NAMES.has(foldName(first ?? ''))) {
    throw invalidHeader(`The first column must be 'Document', not '${printable(first ?? '')}'.`)
  }
  // Its lines would replace rows with empty ones.
  if (names.length === 0) throw invalidHeader('The CSV names no column besides the document.')
  const columns = names.map((name) =>
    getColumn(table, name, { ignoreCase: true, suggestion: FIX_HEADER }),
  )
  const duplicate = columns.find((column, index) => columns.indexOf(column) !== index)
  if (duplicate !== undefined) throw invalidHeader(`The column '${duplicate.name}' occurs twice.`)
  return { width: fields.length, read: ([, ...cells]) => readCells(columns, cells) }
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
      warnings.push({ column: name, value: printable(value) })
    }
  })
  return { cells, warnings }
}

const FIX_HEADER = 'Correct the first line of the CSV and send it again; nothing was imported.'

const invalidHeader = (message: string): ToolError =>
  new ToolError('invalid_input', message, { suggestion: FIX_HEADER })
