import { Type } from '@sinclair/typebox'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import {
  ANY_TABLE,
  ConfidenceScores,
  cellArguments,
  DocumentId,
  describeColumns,
  OTHER_CELLS,
} from '../columns/column-schemas.ts'
import { hasRow } from '../queries/rows/has-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { DocumentIdReply, Reply, RowVersion, UndoToken } from '../replies/reply.ts'
import { tool } from '../tool.ts'
import { type NewRow, replaceRow, saveTogether, toRowSave } from './replace-row.ts'

export const saveTableRow = (table: StackTable) =>
  tool({
    name: 'save_table_row',
    description: `Save the row of one document. ${describeColumns(table)} Saving again replaces the whole row: a column that you leave out becomes empty. At least one column is required; to empty cells of a row, use update_table_row.`,
    effect: 'write',
    uses: ['rows', 'bytes'],
    replaces: ({ document_id: document }, { services }) => hasRow(services.db, table, document),
    adapt: adaptArguments(table, {
      ownArguments: ['document_id', 'confidence_scores'],
      groups: ['confidence_scores'],
    }),

    input: Type.Object(
      {
        document_id: DocumentId,
        ...cellArguments(table),
        confidence_scores: Type.Optional(
          ConfidenceScores(table, 'How certain each value is, by column, from 0 to 1.'),
        ),
      },
      { additionalProperties: table === ANY_TABLE ? OTHER_CELLS : false },
    ),
    output: Reply({ document_id: DocumentIdReply, version: RowVersion, undo_token: UndoToken }),
    examples: [
      {
        title: 'A row of an invoice table',
        input: {
          document_id: 'invoice_jan.pdf',
          vendor: 'Acme Corporation',
          date: '2024-01-15',
          amount: '1500.00',
          confidence_scores: { vendor: 0.95, date: 0.98, amount: 0.92 },
        },
      },
    ],

    batch: {
      kind: saveTogether,
      itemOf: (input: RowInput, call) => toRowSave(table, toNewRow(input), call),
    },

    handler: (input, call) => replaceRow(table, toNewRow(input), call),
  })

type RowInput = {
  readonly document_id: string
  readonly confidence_scores?: Record<string, number>
}

const toNewRow = ({
  document_id: document,
  confidence_scores: scores = {},
  ...values
}: RowInput): NewRow => ({ document, values, scores, action: 'save_table_row' })
