import {
  acceptScalarAsText,
  countOf,
  Input,
  isObject,
  stringifyJson,
  ToolError,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import { ColumnName } from '../columns/column-schemas.ts'
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
    adapt: async (parameters, call) => {
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

/** Refuses other forms of filters that models try, and shows the same conditions in the right form. */
function checkFilters(table: StackTable, input: Record<string, unknown>): void {
  const name = ['filter', 'where'].find((other) => input[other] !== undefined) ?? 'filters'
  const given = input[name]
  if (name === 'filters' && !isObject(given)) return
  const conditions = toConditions(table, given)
  const [first] = table.columns
  const example =
    conditions.length > 0
      ? conditions
      : [{ column: first?.name ?? 'vendor', operator: 'equals', value: 'Acme Inc' }]
  throw new ToolError(
    'invalid_input',
    name !== 'filters'
      ? `Unknown parameter '${name}'. The parameter is 'filters', a list of conditions.`
      : "Parameter 'filters' must be a list of conditions, not an object.",
    {
      suggestion: `Send ${stringifyJson({ filters: example })}. Operators: ${OPERATORS.join(', ')}.`,
    },
  )
}

/** `{"vendor": "Acme"}` and `{"column": "vendor", "value": "Acme"}` as conditions. */
function toConditions(table: StackTable, given: unknown): object[] {
  if (Array.isArray(given)) return given.filter(isObject)
  if (!isObject(given)) return []
  if (typeof given.column === 'string') return [{ operator: 'equals', ...given }]
  return Object.entries(given)
    .filter(([name]) => findColumn(table.columns, name) !== undefined)
    .map(([column, value]) => ({ column, operator: 'equals', value }))
}
