import {
  type ExactNumber,
  fromStorable,
  isExactNumber,
  isObject,
  parseOwnJson,
  stringifyJson,
  toStorable,
} from '@quartermaster/toolkit'
import type { Column, ColumnType } from '../columns/column.ts'
import { parseNumber } from './parse-number.ts'

export type CellValue = string | number | ExactNumber | null

/** The place in the document where a value was found. */
export type Source = { readonly page?: number; readonly quote?: string }

/** A cell as callers see it. */
export type Cell = {
  readonly value: CellValue
  readonly confidence?: number
  readonly source?: Source
}

/** Converts a text to the column's type. In a number column, a text that is not a number stays text. */
export const readCell = (type: ColumnType, text: string): CellValue =>
  type === 'number' ? (parseNumber(text) ?? text) : text

/** The stored form of a value, as JSON text. */
export const encodeValue = (value: CellValue): string =>
  stringifyJson(typeof value === 'string' ? toStorable(value) : value)

const presentValue = (value: unknown): CellValue =>
  typeof value === 'string' ? fromStorable(value) : ((value as CellValue | undefined) ?? null)

/** The stored form of a cell: `{v, c, s}`, without members that have no value. */
export function encodeCell({ value, confidence, source }: Cell): Record<string, unknown> {
  return {
    ...(value !== null && { v: typeof value === 'string' ? toStorable(value) : value }),
    ...(confidence !== undefined && { c: confidence }),
    ...(source !== undefined && { s: encodeSource(source) }),
  }
}

export const encodeSource = (source: Source): Source => ({
  ...source,
  ...(source.quote !== undefined && { quote: toStorable(source.quote) }),
})

/** The stored form of a row, by column id, as JSON text, without empty cells. */
export function encodeCells(cells: ReadonlyMap<string, Cell>): string {
  const stored = [...cells].map(([id, cell]) => [id, encodeCell(cell)] as const)
  return stringifyJson(
    Object.fromEntries(stored.filter(([, cell]) => Object.keys(cell).length > 0)),
  )
}

function presentCell(stored: unknown): Cell {
  if (!isObject(stored)) return { value: null }
  const source = isObject(stored.s) ? (stored.s as Source) : undefined
  return {
    value: presentValue(stored.v),
    ...(typeof stored.c === 'number' && { confidence: stored.c }),
    ...(source !== undefined && {
      source: {
        ...source,
        ...(source.quote !== undefined && { quote: fromStorable(source.quote) }),
      },
    }),
  }
}

export const presentCells = (json: string): Map<string, Cell> =>
  new Map(Object.entries(parseOwnJson(json) as object).map(([id, cell]) => [id, presentCell(cell)]))

export type PresentedRow = {
  row_data: Record<string, CellValue>
  confidence_scores: Record<string, number>
  sources: Record<string, Source>
}

/** A stored row by column name. */
export function presentRow(columns: readonly Column[], json: string): PresentedRow {
  const cells = presentCells(json)
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

/** A value as text, for CSV. */
export function cellText(value: CellValue): string {
  if (value === null) return ''
  return isExactNumber(value) ? value.rawJSON : String(value)
}
