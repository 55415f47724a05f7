import { stringifyJson, ToolError } from '@quartermaster/toolkit'
import { argumentNames } from './argument-names.ts'
import { type Column, type ColumnDefinition, MAX_COLUMNS, MAX_NAME_LENGTH } from './column.ts'
import { foldName } from './fold-name.ts'

const RESERVED = new Set(['document_id', 'confidence_scores'])
const PROTOTYPE_NAMES = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

export type ColumnPlan = {
  readonly columns: readonly Column[]
  /** The number in the last column id that was assigned in this table. */
  readonly lastNumber: number
  /** Existing columns whose type changes. */
  readonly retyped: readonly Column[]
  readonly isSame: boolean
}

/**
 * Plans the next column set of a table. A definition continues the current column of the same name,
 * or the one in `renamed_from`, and keeps its data; all others start empty. Throws for invalid names.
 */
export function planColumns(
  current: readonly Column[],
  lastNumber: number,
  definitions: readonly ColumnDefinition[],
): ColumnPlan {
  checkNames(definitions)
  const byName = new Map(current.map((column) => [foldName(column.name), column]))
  const predecessors = definitions.map((definition) => findPredecessor(definition, byName))
  checkPredecessors(definitions, predecessors)

  let last = lastNumber
  const keys = argumentNames(definitions.map(({ name }) => name))
  const columns = definitions.map(({ name, type, description }, index): Column => {
    const predecessor = predecessors[index]
    const text = description ?? predecessor?.description
    if (predecessor === undefined) last++
    return {
      id: predecessor?.id ?? `c${last}`,
      key: keys[index] ?? '',
      name,
      type: type ?? predecessor?.type ?? 'text',
      ...(text && { description: text }),
    }
  })
  const types = new Map(current.map(({ id, type }) => [id, type]))
  const retyped = columns.filter(({ id, type }) => types.has(id) && types.get(id) !== type)
  return { columns, lastNumber: last, retyped, isSame: sameColumns(columns, current) }
}

const sameColumns = (columns: readonly Column[], others: readonly Column[]): boolean =>
  columns.length === others.length &&
  columns.every((column, index) => {
    const other = others[index]
    return (['id', 'key', 'name', 'type', 'description'] as const).every(
      (member) => column[member] === other?.[member],
    )
  })

const findPredecessor = (
  { name, renamed_from: from }: ColumnDefinition,
  byName: ReadonlyMap<string, Column>,
): Column | undefined => {
  if (from === undefined) return byName.get(foldName(name))
  const column = byName.get(foldName(from))
  if (column !== undefined) return column
  const names = [...byName.values()].map((other) => `'${other.name}'`).join(', ') || 'none'
  throw invalidColumns(
    `Column '${name}' cannot be renamed from '${from}'. The current columns are: ${names}.`,
  )
}

function checkPredecessors(
  definitions: readonly ColumnDefinition[],
  predecessors: readonly (Column | undefined)[],
): void {
  predecessors.forEach((column, index) => {
    const first = predecessors.indexOf(column)
    if (column === undefined || first === index) return
    const [one, other] = [definitions[first]?.name, definitions[index]?.name]
    throw invalidColumns(
      `Columns '${one}' and '${other}' cannot both keep the data of '${column.name}'.`,
    )
  })
}

function checkNames(definitions: readonly ColumnDefinition[]): void {
  if (definitions.length === 0) throw invalidColumns('A table needs at least one column.')
  if (definitions.length > MAX_COLUMNS) {
    throw invalidColumns(`A table has at most ${MAX_COLUMNS} columns, not ${definitions.length}.`)
  }
  const seen = new Map<string, number>()
  definitions.forEach(({ name, description = '' }, index) => {
    const problem = problemWithName(name)
    if (problem !== undefined) {
      throw invalidColumns(`Column ${index + 1} ${problem}.`, withOtherName(definitions, index))
    }
    if (/\0/.test(description) || !description.isWellFormed()) {
      throw invalidColumns(
        `The description of column '${name}' contains characters that cannot be stored (NUL or lone surrogates).`,
      )
    }
    const first = seen.get(foldName(name))
    if (first !== undefined) {
      throw invalidColumns(
        `Column '${name}' is defined twice: as column ${first + 1} and as column ${index + 1}.`,
        `Names must differ in more than upper and lower case. ${withOtherName(definitions, index)}`,
      )
    }
    seen.set(foldName(name), index)
  })
}

/** The same columns, with a valid name for the one at `index`. */
function withOtherName(definitions: readonly ColumnDefinition[], index: number): string {
  const used = new Set(definitions.map(({ name }) => foldName(name)))
  const column = definitions[index]
  const printable = [...(column?.name ?? '').replace(/[\p{C}]/gu, '').trim()].slice(0, 50).join('')
  const candidates = [printable, ...[1, 2, 3, 4].map((n) => `${printable || 'column'}_${n}`)]
  const name = candidates.find(
    (candidate) => !used.has(foldName(candidate)) && problemWithName(candidate) === undefined,
  )
  const columns = definitions.with(index, { ...column, name: name ?? `column_${index + 1}` })
  const json = stringifyJson({ columns })
  return json.length <= MAX_SUGGESTED ? `Send ${json}.` : 'Choose another name for it.'
}

// Longer lists of columns are not included in the suggestion.
const MAX_SUGGESTED = 500

function problemWithName(name: string): string | undefined {
  if (name.trim() === '') return 'has no name'
  const length = [...name].length
  if (length > MAX_NAME_LENGTH)
    return `has a name of ${length} characters; ${MAX_NAME_LENGTH} are allowed`
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return 'has control characters in its name'
  if (name !== name.trim()) return `('${name}') has a name that begins or ends with a space`
  if (RESERVED.has(foldName(name)) || PROTOTYPE_NAMES.has(name)) {
    return `cannot be named '${name}': the name is reserved`
  }
  return undefined
}

const invalidColumns = (
  message: string,
  suggestion = 'Correct the list of columns and call again; nothing was changed.',
): ToolError => new ToolError('invalid_input', message, { suggestion })
