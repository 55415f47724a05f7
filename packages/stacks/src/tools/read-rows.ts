import {
  acceptScalarAsText,
  countOf,
  Input,
  isObject,
  parseJson,
  quote,
  stringifyJson,
  ToolError,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import { ColumnName } from '../columns/column-schemas.ts'
import { correctFilters } from '../columns/correct-filters.ts'
import { findColumn, getColumn } from '../columns/find-column.ts'
import { OPERATORS } from '../queries/rows/conditions.ts'
import { countRows, readRows as readPage } from '../queries/rows/read-rows.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { ListReply, listReply, NextCursor } from '../replies/reply.ts'
import { tool } from '../tool.ts'

const Filters = (table: StackTable) =>
  Type.Array(
    Type.Object(
      {
        column: ColumnName(table, 'The column to compare.'),
        operator: Type.Optional(
          Type.Union(
            OPERATORS.map((operator) => Type.Literal(operator)),
            { description: 'equals by default. Numbers are compared as numbers, text exactly.' },
          ),
        ),
        value: Type.Optional(
          Type.String({
            description: 'The value to compare with; not for is_empty and is_not_empty.',
            [acceptScalarAsText]: true,
          }),
        ),
      },
      { additionalProperties: false, description: 'A condition.' },
    ),
    { maxItems: 20, description: 'Only rows that meet all of these conditions.' },
  )

const Row = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description:
    'A row: document_id, filename, row_data (values by column), confidence_scores, sources, version and updated_at.',
})

export const readRows = (table: StackTable) =>
  tool({
    name: 'read_rows',
    description:
      'Read rows of the table: filtered, sorted, counted, one page at a time. Ask for the rows you need instead of the whole table.',
    effect: 'read',
    adapt: async (given, call) => {
      const parameters = withSortOrder(table, given)
      checkFilters(table, parameters)
      const locations = { values: ['sort_by', 'columns[]', 'filters[].column'] }
      return adaptArguments(table, locations)(parameters, call)
    },

    input: Input({
      filters: Type.Optional(Filters(table)),
      sort_by: Type.Optional(
        ColumnName(
          table,
          'Sort by this column: numbers first, then texts by their first 200 characters, then empty cells. By default in the order of saving.',
        ),
      ),
      descending: Type.Boolean({ default: false, description: 'Largest first; needs sort_by.' }),
      columns: Type.Optional(
        Type.Array(ColumnName(table, 'A column.'), { description: 'Return only these columns.' }),
      ),
      limit: Type.Integer({ default: 50, minimum: 1, maximum: 500, description: 'Rows per page.' }),
      cursor: Type.Optional(Type.String({ description: 'The next_cursor of the previous page.' })),
      count: Type.Boolean({ default: false, description: 'Also return the total in `total`.' }),
    }),
    output: ListReply({
      rows: Type.Array(Row, { description: 'The rows of this page.' }),
      next_cursor: NextCursor,
      total: Type.Optional(
        Type.Integer({
          description: 'The number of rows that meet the filters, with count: true.',
        }),
      ),
    }),
    examples: [
      {
        title: 'The largest invoices of one vendor',
        input: {
          filters: [{ column: 'vendor', operator: 'equals', value: 'Acme Inc' }],
          sort_by: 'amount',
          descending: true,
          limit: 10,
        },
      },
    ],

    async handler({ filters = [], sort_by, columns, count, ...page }, { services }) {
      const selected = columns?.map((name) => getColumn(table, name)) ?? table.columns
      const request = {
        ...page,
        conditions: filters.map(({ column, operator = 'equals', value = '' }) => ({
          column: getColumn(table, column),
          operator,
          value,
        })),
        ...(sort_by !== undefined && { sortBy: getColumn(table, sort_by) }),
      }
      const { rows, nextCursor } = await readPage(services.db, table, request, selected)
      const total = count ? await countRows(services.db, table, request) : undefined
      const message =
        total === undefined
          ? `Read ${countOf(rows.length, 'row')}`
          : `Read ${rows.length} of ${countOf(total, 'row')}`
      return listReply(message, {
        rows,
        next_cursor: nextCursor,
        ...(total !== undefined && { total }),
      })
    },
  })

const OTHER_NAMES = ['filter', 'where', 'conditions']
const OWN = ['column', 'operator', 'value']

/**
 * Refuses other forms of filters that models try, including columns as arguments, and shows the same
 * conditions in the correct form.
 */
function checkFilters(table: StackTable, input: Record<string, unknown>): void {
  const name = OTHER_NAMES.find((other) => input[other] !== undefined) ?? 'filters'
  const loose = Object.entries(input).filter(([key]) => isColumnArgument(table, key))
  const given = fromJson(input[name])
  const list = Array.isArray(given) ? given : undefined
  if (
    name === 'filters' &&
    loose.length === 0 &&
    (given === undefined || list?.every(isCondition))
  ) {
    return
  }
  const conditions = [
    ...(given === undefined
      ? []
      : [given].flatMap((filters) => correctFilters(table, filters) ?? [])),
    ...loose.flatMap(([column, value]) => correctFilters(table, { [column]: value }) ?? []),
  ]
  // `readInput` explains unclear conditions and unknown columns.
  if (conditions.length === 0 && list !== undefined && list.length > 0) return
  const [first] = table.columns
  const example =
    conditions.length > 0
      ? conditions
      : [{ column: first?.name ?? 'vendor', operator: 'equals', value: 'Acme Inc' }]
  throw new ToolError('invalid_input', describeFilters(name, given, loose[0]?.[0]), {
    suggestion: `Send ${stringifyJson({ filters: example })}. Operators: ${OPERATORS.join(', ')}.`,
  })
}

/** Objects and lists may be sent as JSON text. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

const OWN_ARGUMENTS = ['filters', 'sort_by', 'descending', 'columns', 'limit', 'cursor', 'count']

const isColumnArgument = ({ columns }: StackTable, name: string): boolean =>
  ![...OWN_ARGUMENTS, ...OTHER_NAMES, 'schema_version'].includes(name) &&
  findColumn(columns, name) !== undefined

/** A condition that `readInput` can read or explain. */
const isCondition = (item: unknown): boolean =>
  isObject(item) &&
  typeof item.column === 'string' &&
  Object.keys(item).every((key) => OWN.includes(key)) &&
  (item.operator === undefined || OPERATORS.some((operator) => operator === item.operator))

function describeFilters(name: string, given: unknown, loose: string | undefined): string {
  if (loose !== undefined)
    return `Unknown parameter ${quote(loose)}. Columns are compared in 'filters'.`
  if (name !== 'filters') {
    return `Unknown parameter '${name}'. The parameter is 'filters', a list of conditions.`
  }
  const found = Array.isArray(given)
    ? 'a list in another form'
    : isObject(given)
      ? 'an object'
      : 'text'
  return `Parameter 'filters' must be a list of conditions, not ${found}.`
}

const DIRECTIONS = ['sort_order', 'order', 'direction', 'sort_direction']

/** `"descending": true` for `"sort_by": "amount desc"`, `"-amount"` and `"sort_order": "desc"`. */
function withSortOrder(
  { columns }: StackTable,
  parameters: Record<string, unknown>,
): Record<string, unknown> {
  const { sort_by: by } = parameters
  const name = DIRECTIONS.find((key) => Object.hasOwn(parameters, key))
  if (typeof by !== 'string' || Object.hasOwn(parameters, 'descending')) return parameters
  const isColumn = findColumn(columns, by) !== undefined
  const [, minus, column = by, , words] = isColumn
    ? []
    : (/^(-)?(.+?)(\s+((?:desc|asc)(?:ending)?))?$/i.exec(by) ?? [])
  const word = name === undefined ? words : parameters[name]
  if (minus === undefined && word === undefined) return parameters
  if (word !== undefined && !/^(desc|asc)(ending)?$/i.test(String(word))) return parameters
  const { [name ?? '']: _, ...others } = parameters
  const descending = minus !== undefined || /^desc/i.test(String(word))
  return { ...others, sort_by: column, ...(descending && { descending }) }
}
