import { ToolError } from '@quartermaster/toolkit'
import { argumentNames } from './argument-names.ts'
import { foldName } from './fold-name.ts'

export const COLUMN_TYPES = ['text', 'number', 'date'] as const

export type ColumnType = (typeof COLUMN_TYPES)[number]

export type Column = {
  /** Cells are kept under it; never used again in its table. */
  readonly id: string
  /** The name that every vendor takes for an argument; mostly the column's own. */
  readonly key: string
  readonly name: string
  readonly type: ColumnType
  readonly description?: string
}

/** A column as somebody asks for it. */
export type ColumnDefinition = {
  readonly name: string
  readonly type?: ColumnType
  readonly description?: string
  readonly renamed_from?: string
}

export const MAX_COLUMNS = 200
export const MAX_NAME_LENGTH = 64

const RESERVED = new Set(['document_id', 'confidence_scores'])
const PROTOTYPE_NAMES = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

export type Plan = {
  readonly columns: readonly Column[]
  /** How many ids have been given away in this table. */
  readonly made: number
  /** Columns that keep their data and get another type. */
  readonly retyped: readonly Column[]
  readonly isSame: boolean
}

/**
 * The columns that a table will have: one with the name of a column that is there (or that was
 * renamed from it) keeps its data, the others start empty. Throws for names that cannot be.
 */
export function planColumns(
  current: readonly Column[],
  made: number,
  wanted: readonly ColumnDefinition[],
): Plan {
  checkNames(wanted)
  const known = new Map(current.map((column) => [foldName(column.name), column]))
  const before = wanted.map((column) => predecessor(column, known))
  checkPredecessors(wanted, before)

  let next = made
  const keys = argumentNames(wanted.map(({ name }) => name))
  const columns = wanted.map(({ name, type, description }, index): Column => {
    const old = before[index]
    const words = description ?? old?.description
    if (old === undefined) next++
    return {
      id: old?.id ?? `c${next}`,
      key: keys[index] ?? '',
      name,
      type: type ?? old?.type ?? 'text',
      ...(words && { description: words }),
    }
  })
  const types = new Map(current.map(({ id, type }) => [id, type]))
  const retyped = columns.filter(({ id, type }) => types.has(id) && types.get(id) !== type)
  return { columns, made: next, retyped, isSame: sameColumns(columns, current) }
}

const sameColumns = (columns: readonly Column[], others: readonly Column[]): boolean =>
  columns.length === others.length &&
  columns.every((column, index) => {
    const other = others[index]
    return (['id', 'key', 'name', 'type', 'description'] as const).every(
      (member) => column[member] === other?.[member],
    )
  })

const predecessor = (
  { name, renamed_from: from }: ColumnDefinition,
  known: ReadonlyMap<string, Column>,
): Column | undefined => {
  if (from === undefined) return known.get(foldName(name))
  const column = known.get(foldName(from))
  if (column !== undefined) return column
  const names = [...known.values()].map((other) => `'${other.name}'`).join(', ') || 'none'
  throw refused(`Column '${name}' cannot be renamed from '${from}': the columns are ${names}.`)
}

function checkPredecessors(
  wanted: readonly ColumnDefinition[],
  before: readonly (Column | undefined)[],
): void {
  before.forEach((column, index) => {
    const first = before.indexOf(column)
    if (column === undefined || first === index) return
    const [one, other] = [wanted[first]?.name, wanted[index]?.name]
    throw refused(`Columns '${one}' and '${other}' cannot both go on from '${column.name}'.`)
  })
}

function checkNames(wanted: readonly ColumnDefinition[]): void {
  if (wanted.length === 0) throw refused('A table needs at least one column.')
  if (wanted.length > MAX_COLUMNS) {
    throw refused(`A table has at most ${MAX_COLUMNS} columns, not ${wanted.length}.`)
  }
  const seen = new Map<string, number>()
  wanted.forEach(({ name, description = '' }, index) => {
    const problem = problemWith(name)
    if (problem !== undefined) throw refused(`Column ${index + 1} ${problem}.`)
    if (/\0/.test(description) || !description.isWellFormed()) {
      throw refused(`The description of column '${name}' holds characters that are no text.`)
    }
    const first = seen.get(foldName(name))
    if (first !== undefined) {
      throw refused(`Column '${name}' is there twice: as ${first + 1} and as ${index + 1}.`, {
        suggestion: 'Names must differ by more than upper and lower case.',
      })
    }
    seen.set(foldName(name), index)
  })
}

function problemWith(name: string): string | undefined {
  if (name.trim() === '') return 'has no name'
  const length = [...name].length
  if (length > MAX_NAME_LENGTH)
    return `has a name of ${length} characters; ${MAX_NAME_LENGTH} are allowed`
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return 'has control characters in its name'
  if (name !== name.trim()) return `('${name}') has a name that begins or ends with a blank`
  if (RESERVED.has(foldName(name)) || PROTOTYPE_NAMES.has(name)) {
    return `cannot be called '${name}': the name is reserved`
  }
  return undefined
}

const refused = (message: string, options?: { suggestion: string }): ToolError =>
  new ToolError('invalid_input', message, {
    suggestion: 'Correct the list of columns and call again; nothing was changed.',
    ...options,
  })
