import { toStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { encodeValue, readCell } from '../../cells/cell.ts'
import type { Column } from '../../columns/column.ts'

export const OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'less_than',
  'at_most',
  'more_than',
  'at_least',
  'is_empty',
  'is_not_empty',
] as const

export type Operator = (typeof OPERATORS)[number]

export type Condition = {
  readonly column: Column
  readonly operator: Operator
  readonly value: string
}

const COMPARISONS: Partial<Record<Operator, string>> = {
  less_than: '<',
  at_most: '<=',
  more_than: '>',
  at_least: '>=',
}

/**
 * A condition on a row `r`. Numbers are compared only with numbers, texts only with texts. An empty
 * cell meets only `is_empty` and `not_equals`.
 */
export function whereCondition({ column, operator, value }: Condition): RawBuilder<boolean> {
  const cell = sql`(r.cells -> ${column.id}::text -> 'v')`
  const text = sql`(r.cells -> ${column.id}::text ->> 'v')`
  const operand = readCell(column.type, value)
  switch (operator) {
    case 'equals':
      return sql<boolean>`${cell} = ${encodeValue(operand)}::jsonb`
    case 'not_equals':
      return sql<boolean>`${cell} is distinct from ${encodeValue(operand)}::jsonb`
    case 'contains':
      return sql<boolean>`position(${toStorable(value)}::text in ${text}) > 0`
    case 'is_empty':
      return sql<boolean>`coalesce(${text}, '') = ''`
    case 'is_not_empty':
      return sql<boolean>`coalesce(${text}, '') <> ''`
    default: {
      const sign = sql.raw(COMPARISONS[operator] ?? '=')
      if (typeof operand !== 'string') {
        return sql<boolean>`case jsonb_typeof(${cell}) when 'number'
          then ${text}::numeric ${sign} ${encodeValue(operand)}::numeric else false end`
      }
      return sql<boolean>`case jsonb_typeof(${cell}) when 'string'
        then ${text} collate "C" ${sign} ${toStorable(operand)}::text else false end`
    }
  }
}
