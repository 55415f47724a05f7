import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { readReviewList as readList } from '../queries/rows/review-list.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { Listing, listing } from '../replies/reply.ts'
import { tool } from '../tool.ts'

export const DoubtfulCell = Type.Object({
  document_id: Type.String(),
  filename: Type.String(),
  column: Type.String(),
  value: Type.Unknown(),
  confidence: Type.Number(),
  source: Type.Optional(
    Type.Object({ page: Type.Optional(Type.Integer()), quote: Type.Optional(Type.String()) }),
  ),
})

export const readReviewList = (table: StackTable) =>
  tool({
    name: 'read_review_list',
    description:
      'List the cells whose confidence is below a threshold, so that somebody looks at them again. Correct them with update_table_row.',
    effect: 'read',

    input: Input({
      threshold: Type.Number({
        default: 0.8,
        minimum: 0,
        maximum: 1,
        description: 'Cells with a lower confidence are listed.',
      }),
      limit: Type.Integer({ default: 50, minimum: 1, maximum: 500, description: 'Rows per page.' }),
      cursor: Type.Optional(Type.String({ description: 'The next_cursor of the page before.' })),
    }),
    output: Listing({
      cells: Type.Array(DoubtfulCell),
      next_cursor: Type.Union([Type.String(), Type.Null()], {
        description: 'Null on the last page.',
      }),
    }),
    examples: [{ title: 'All that is less sure than 90 %', input: { threshold: 0.9 } }],

    async handler({ threshold, ...page }, { services }) {
      const { cells, nextCursor } = await readList(services.db, table, threshold, page)
      return listing(`Cells below ${threshold}: ${cells.length}`, {
        cells,
        next_cursor: nextCursor,
      })
    },
  })
