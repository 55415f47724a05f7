import { isObject } from '@quartermaster/toolkit'
import type { StackTable } from '../queries/tables/tables.ts'
import { findColumn } from './find-column.ts'

type Parameters = Record<string, unknown>

const OWN_ARGUMENTS = ['document_id', 'confidence_scores', 'sources', 'schema_version']

const NAMES = ['column', 'column_name', 'field']
const VALUES = ['value', 'new_value']

/** `{"vendor": "Acme"}` for `{"column": "vendor", "value": "Acme"}`. */
function withoutPair(columns: StackTable['columns'], parameters: Parameters): Parameters {
  const name = NAMES.find((key) => Object.hasOwn(parameters, key))
  const value = VALUES.find((key) => Object.hasOwn(parameters, key))
  if (name === undefined || value === undefined) return parameters
  const isColumn = (text: string) => findColumn(columns, text) !== undefined
  const { [name]: column, [value]: cell, ...others } = parameters
  const isPair =
    typeof column === 'string' && isColumn(column) && !isColumn(name) && !isColumn(value)
  return isPair && !Object.hasOwn(others, column) ? { ...others, [column]: cell } : parameters
}

/**
 * Models often send the columns of update_table_row as arguments, or in an object with another name.
 * If `updates` is missing, they become `updates`; `readInput` refuses anything else.
 */
export function gatherUpdates({ columns }: StackTable, given: Parameters): Parameters {
  if (Object.hasOwn(given, 'updates')) return given
  const parameters = withoutPair(columns, given)
  const isColumn = (name: string) => findColumn(columns, name) !== undefined
  const isRow = (value: unknown): value is Parameters =>
    isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every(isColumn)
  const updates: [string, unknown][] = []
  const others: [string, unknown][] = []
  for (const [name, value] of Object.entries(parameters)) {
    if (OWN_ARGUMENTS.includes(name)) others.push([name, value])
    else if (isColumn(name)) updates.push([name, value])
    else if (isRow(value)) updates.push(...Object.entries(value))
    else others.push([name, value])
  }
  const isDistinct = new Set(updates.map(([name]) => name)).size === updates.length
  if (updates.length === 0 || !isDistinct) return parameters
  return Object.fromEntries([...others, ['updates', Object.fromEntries(updates)]])
}
