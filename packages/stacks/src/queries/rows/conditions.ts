import { type RawBuilder, sql } from 'kysely'
import { encodeValue, readCell } from '../../cells/cell.ts'
import { toStorable } from '../../cells/storable-text.ts'
import type { Column } from '../../columns/plan-columns.ts'

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
 * A condition on a row `r`. Numbers are compared with numbers only, texts with texts only; an
 * empty cell meets no condition but `is_empty`, and `not_equals`, since it is not equal either.
 */
export function whereOf({ column, operator, value }: Condition): RawBuilder<boolean> {
  const cell = sql`(r.cells -> ${column.id}::text -> 'v')`
  const text = sql`(r.cells -> ${column.id}::text ->> 'v')`
  const sent = readCell(column.type, value)
  switch (operator) {
    case 'equals':
      return sql<boolean>`${cell} = ${encodeValue(sent)}::jsonb`
    case 'not_equals':
      return sql<boolean>`${cell} is distinct from ${encodeValue(sent)}::jsonb`
    case 'contains':
      return sql<boolean>`position(${toStorable(value)}::text in ${text}) > 0`
    case 'is_empty':
      return sql<boolean>`coalesce(${text}, '') = ''`
    case 'is_not_empty':
      return sql<boolean>`coalesce(${text}, '') <> ''`
    default: {
      const sign = sql.raw(COMPARISONS[operator] ?? '=')
      if (typeof sent !== 'string') {
        return sql<boolean>`case jsonb_typeof(${cell}) when 'number'
          then ${text}::numeric ${sign} ${encodeValue(sent)}::numeric else false end`
      }
      return sql<boolean>`case jsonb_typeof(${cell}) when 'string'
        then ${text} collate "C" ${sign} ${toStorable(sent)}::text else false end`
    }
  }
}
