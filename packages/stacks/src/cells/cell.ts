import {
  type ExactNumber,
  isExactNumber,
  isObject,
  parseJson,
  stringifyJson,
} from '@quartermaster/toolkit'
import type { Column, ColumnType } from '../columns/plan-columns.ts'
import { readNumber } from './parse-number.ts'
import { fromStorable, toStorable } from './storable-text.ts'

export type CellValue = string | number | ExactNumber | null

/** Where in the document a value was found. */
export type Source = { readonly page?: number; readonly quote?: string }

/** One cell as a user sees it. */
export type Cell = {
  readonly value: CellValue
  readonly confidence?: number
  readonly source?: Source
}

/** By the column's type, in every tool alike: what is no number stays the text that it is. */
export const readCell = (type: ColumnType, text: string): CellValue =>
  type === 'number' ? (readNumber(text) ?? text) : text

/** A value as it stands in the database, as JSON text. */
export const storedValue = (value: CellValue): string =>
  stringifyJson(typeof value === 'string' ? toStorable(value) : value)

const shownValue = (value: unknown): CellValue =>
  typeof value === 'string' ? fromStorable(value) : ((value as CellValue | undefined) ?? null)

/** A cell as it stands in the database: `{v, c, s}`, each only when there is one. */
export function storeCell({ value, confidence, source }: Cell): Record<string, unknown> {
  return {
    ...(value !== null && { v: typeof value === 'string' ? toStorable(value) : value }),
    ...(confidence !== undefined && { c: confidence }),
    ...(source !== undefined && { s: storeSource(source) }),
  }
}

export const storeSource = (source: Source): Source => ({
  ...source,
  ...(source.quote !== undefined && { quote: toStorable(source.quote) }),
})

/** The cells that are there, by column id, as JSON text; an empty cell needs no place. */
export function storeCells(cells: ReadonlyMap<string, Cell>): string {
  const stored = [...cells].map(([id, cell]) => [id, storeCell(cell)] as const)
  return stringifyJson(
    Object.fromEntries(stored.filter(([, cell]) => Object.keys(cell).length > 0)),
  )
}

function showCell(stored: unknown): Cell {
  if (!isObject(stored)) return { value: null }
  const source = isObject(stored.s) ? (stored.s as Source) : undefined
  return {
    value: shownValue(stored.v),
    ...(typeof stored.c === 'number' && { confidence: stored.c }),
    ...(source !== undefined && {
      source: {
        ...source,
        ...(source.quote !== undefined && { quote: fromStorable(source.quote) }),
      },
    }),
  }
}

export const showCells = (json: string): Map<string, Cell> =>
  new Map(Object.entries(parseJson(json) as object).map(([id, cell]) => [id, showCell(cell)]))

export type ShownRow = {
  row_data: Record<string, CellValue>
  confidence_scores: Record<string, number>
  sources: Record<string, Source>
}

/** The cells of a row under the names of its columns. */
export function showRow(columns: readonly Column[], json: string): ShownRow {
  const cells = showCells(json)
  const named = columns.map(({ id, name }) => [name, cells.get(id) ?? { value: null }] as const)
  return {
    row_data: Object.fromEntries(named.map(([name, { value }]) => [name, value])),
    confidence_scores: Object.fromEntries(
      named.flatMap(([name, { confidence }]) =>
        confidence === undefined ? [] : [[name, confidence]],
      ),
    ),
    sources: Object.fromEntries(
      named.flatMap(([name, { source }]) => (source === undefined ? [] : [[name, source]])),
    ),
  }
}

/** A value as text: what a spreadsheet or a sentence shows. */
export function cellText(value: CellValue): string {
  if (value === null) return ''
  return isExactNumber(value) ? value.rawJSON : String(value)
}
