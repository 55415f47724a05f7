import { countOf, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { readReviewList as readList } from '../queries/rows/review-list.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { DocumentIdReply, ListReply, listReply, NextCursor } from '../replies/reply.ts'
import { tool } from '../tool.ts'

export const UncertainCell = Type.Object({
  document_id: DocumentIdReply,
  filename: Type.String({ description: 'The file name of the document.' }),
  column: Type.String({ description: 'The column of the cell.' }),
  value: Type.Unknown({ description: 'The value of the cell.' }),
  confidence: Type.Number({ description: 'How certain the value is, from 0 to 1.' }),
  source: Type.Optional(
    Type.Object(
      {
        page: Type.Optional(Type.Integer({ description: 'The page, from 1.' })),
        quote: Type.Optional(Type.String({ description: 'A quote from the document.' })),
      },
      { description: 'The place of the value in the document.' },
    ),
  ),
})

export const readReviewList = (table: StackTable) =>
  tool({
    name: 'read_review_list',
    description:
      'List the cells whose confidence is below a threshold, for review. Correct them with update_table_row.',
    effect: 'read',

    input: Input({
      threshold: Type.Number({
        default: 0.8,
        minimum: 0,
        maximum: 1,
        description: 'Cells with a lower confidence are listed.',
      }),
      limit: Type.Integer({ default: 50, minimum: 1, maximum: 500, description: 'Rows per page.' }),
      cursor: Type.Optional(Type.String({ description: 'The next_cursor of the previous page.' })),
    }),
    output: ListReply({
      cells: Type.Array(UncertainCell, { description: 'The cells, row by row.' }),
      next_cursor: NextCursor,
    }),
    examples: [{ title: 'Cells below a confidence of 0.9', input: { threshold: 0.9 } }],

    async handler({ threshold, ...page }, { services }) {
      const { cells, nextCursor } = await readList(services.db, table, threshold, page)
      return listReply(`${countOf(cells.length, 'cell')} below ${threshold}`, {
        cells,
        next_cursor: nextCursor,
      })
    },
  })
