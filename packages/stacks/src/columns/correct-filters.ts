import { isObject } from '@quartermaster/toolkit'
import { OPERATORS, type Operator } from '../queries/rows/conditions.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { findColumn } from './find-column.ts'

export type Condition = {
  readonly column: string
  readonly operator: Operator
  readonly value?: string | number | boolean
}

// Operators of SQL, programming languages and other stores.
const SAME: Readonly<Record<Operator, readonly string[]>> = {
  equals: ['=', '==', '===', 'eq', 'is', 'equal', 'in'],
  not_equals: ['!=', '<>', 'ne', 'neq', 'not', 'is_not', 'not_in', 'nin'],
  contains: ['like', 'ilike', 'includes', 'matches', 'substring', 'regex'],
  less_than: ['<', 'lt', 'before', 'below'],
  at_most: ['<=', 'lte', 'le'],
  more_than: ['>', 'gt', 'greater_than', 'after', 'above'],
  at_least: ['>=', 'gte', 'ge'],
  is_empty: ['is_null', 'isnull', 'null', 'empty'],
  is_not_empty: ['is_not_null', 'notnull', 'not_null', 'not_empty', 'exists'],
}

/** Turns one of the forms that models try into conditions of `read_rows`; undefined if it is unclear. */
export function correctFilters(table: StackTable, filters: unknown): Condition[] | undefined {
  const items = Array.isArray(filters) && !isTriple(table, filters) ? filters : [filters]
  const conditions = items.map((item) => conditionsOf(table, item))
  return conditions.every((list) => list !== undefined) ? conditions.flat() : undefined
}

const isTriple = ({ columns }: StackTable, [column, , value]: readonly unknown[]): boolean =>
  typeof column === 'string' && findColumn(columns, column) !== undefined && !isObject(value)

function conditionsOf(table: StackTable, item: unknown): Condition[] | undefined {
  if (typeof item === 'string') return fromText(table, item)
  if (Array.isArray(item)) {
    const [column, ...rest] = item
    const [operator, value] = rest.length > 1 ? rest : ['equals', rest[0]]
    return one(table, column, operator, value)
  }
  if (!isObject(item)) return undefined
  const { column = item.field ?? item.name, operator = item.op ?? item.comparison ?? 'equals' } =
    item
  if (typeof column === 'string') return one(table, column, operator, item.value)
  const conditions = Object.entries(item).map(([name, inner]) => byColumn(table, name, inner))
  const isClear = conditions.length > 0 && conditions.every((list) => list !== undefined)
  return isClear ? conditions.flat() : undefined
}

/** `"vendor = Acme"` */
function fromText(table: StackTable, text: string): Condition[] | undefined {
  const [, column, operator, value = ''] =
    /^\s*(.+?)\s*(<=|>=|<>|!=|==?|<|>)\s*(.+?)\s*$/.exec(text) ?? []
  return one(table, column, operator, value.replace(/^(['"])(.*)\1$/, '$2'))
}

/** `{"vendor": "Acme"}` and `{"amount": {"$gt": 3}}` */
function byColumn(table: StackTable, column: string, inner: unknown): Condition[] | undefined {
  if (!isObject(inner)) return one(table, column, 'equals', inner)
  const conditions = Object.entries(inner).map(([operator, value]) =>
    one(table, column, operator.replace(/^\$/, ''), value),
  )
  const isClear = conditions.length > 0 && conditions.every((list) => list !== undefined)
  return isClear ? conditions.flat() : undefined
}

function one(
  { columns }: StackTable,
  name: unknown,
  given: unknown,
  value: unknown,
): Condition[] | undefined {
  const column =
    typeof name === 'string' ? findColumn(columns, name, { ignoreCase: true }) : undefined
  const operator = operatorOf(given)
  if (column === undefined || operator === undefined) return undefined
  if (operator === 'is_empty' || operator === 'is_not_empty') {
    return [{ column: column.name, operator }]
  }
  if (value === null) {
    const empty = { equals: 'is_empty', not_equals: 'is_not_empty' } as const
    return operator in empty
      ? [{ column: column.name, operator: empty[operator as keyof typeof empty] }]
      : undefined
  }
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (!['string', 'number', 'boolean'].includes(typeof single)) return undefined
  const text = operator === 'contains' ? String(single).replace(/^%+|%+$/g, '') : single
  return [{ column: column.name, operator, value: text }]
}

function operatorOf(given: unknown): Operator | undefined {
  if (typeof given !== 'string') return undefined
  const text = given.trim().toLowerCase().replaceAll(/[ -]/g, '_')
  return OPERATORS.find((operator) => operator === text || SAME[operator].includes(text))
}
