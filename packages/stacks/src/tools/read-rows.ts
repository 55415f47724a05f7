import { acceptScalarAsText, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import { ColumnName } from '../columns/column-schemas.ts'
import { OPERATORS } from '../queries/rows/conditions.ts'
import { countRows, getColumn, readRows as readPage } from '../queries/rows/read-rows.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { Listing, listing } from '../replies/reply.ts'
import { tool } from '../tool.ts'

const Filters = (table: StackTable) =>
  Type.Array(
    Type.Object(
      {
        column: ColumnName(table, 'The column to look at.'),
        operator: Type.Optional(
          Type.Union(
            OPERATORS.map((operator) => Type.Literal(operator)),
            { description: 'equals unless told. Numbers are compared as numbers, text exactly.' },
          ),
        ),
        value: Type.Optional(
          Type.String({
            description: 'Not for is_empty and is_not_empty.',
            [acceptScalarAsText]: true,
          }),
        ),
      },
      { additionalProperties: false },
    ),
    { maxItems: 20, description: 'Only rows that meet all of these.' },
  )

export const readRows = (table: StackTable) =>
  tool({
    name: 'read_rows',
    description:
      'Read rows of the table: filtered, sorted, counted, one page at a time. Ask for what you need instead of the whole table.',
    effect: 'read',
    adapt: adaptArguments(table, { values: ['sort_by', 'columns[]', 'filters[].column'] }),

    input: Input({
      filters: Type.Optional(Filters(table)),
      sort_by: Type.Optional(
        ColumnName(
          table,
          'Sort by this column: numbers first, then texts by their first 200 characters, then empty cells. Else in the order of saving.',
        ),
      ),
      descending: Type.Boolean({ default: false, description: 'The largest first.' }),
      columns: Type.Optional(
        Type.Array(ColumnName(table, 'A column.'), { description: 'Show only these columns.' }),
      ),
      limit: Type.Integer({ default: 50, minimum: 1, maximum: 500, description: 'Rows per page.' }),
      cursor: Type.Optional(Type.String({ description: 'The next_cursor of the page before.' })),
      count: Type.Boolean({ default: false, description: 'Say how many rows there are in all.' }),
    }),
    output: Listing({
      rows: Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
      next_cursor: Type.Union([Type.String(), Type.Null()], {
        description: 'Null on the last page.',
      }),
      total: Type.Optional(Type.Integer({ description: 'Rows that meet the filters.' })),
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
      const shown = columns?.map((name) => getColumn(table, name)) ?? table.columns
      const request = {
        ...page,
        conditions: filters.map(({ column, operator = 'equals', value = '' }) => ({
          column: getColumn(table, column),
          operator,
          value,
        })),
        ...(sort_by !== undefined && { sortBy: getColumn(table, sort_by) }),
      }
      const { rows, nextCursor } = await readPage(services.db, table, request, shown)
      const total = count ? await countRows(services.db, table, request) : undefined
      const message =
        total === undefined ? `Read ${rows.length} rows` : `Read ${rows.length} of ${total} rows`
      return listing(message, {
        rows,
        next_cursor: nextCursor,
        ...(total !== undefined && { total }),
      })
    },
  })
