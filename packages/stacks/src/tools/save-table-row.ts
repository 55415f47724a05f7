import { Type } from '@sinclair/typebox'
import { encodeCells, readCell } from '../cells/cell.ts'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import {
  ANY_TABLE,
  ConfidenceScores,
  cellArguments,
  DocumentId,
  describeColumns,
  OTHER_CELLS,
} from '../columns/column-schemas.ts'
import { saveRow } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { checkRowWritten } from '../replies/check-row-written.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

export const saveTableRow = (table: StackTable) =>
  tool({
    name: 'save_table_row',
    description: `Save the row of one document. ${describeColumns(table)} Saving again replaces the whole row: a column that you leave out becomes empty.`,
    effect: 'write',
    adapt: adaptArguments(table, {
      beside: ['document_id', 'confidence_scores'],
      groups: ['confidence_scores'],
    }),

    input: Type.Object(
      {
        document_id: DocumentId,
        ...cellArguments(table),
        confidence_scores: Type.Optional(
          ConfidenceScores(table, 'How sure you are of each value, by column, from 0 to 1.'),
        ),
      },
      { additionalProperties: table === ANY_TABLE ? OTHER_CELLS : false },
    ),
    output: Reply({
      document_id: Type.String(),
      version: Type.Integer({ description: 'Goes up with every change of the row.' }),
      undo_token: UndoToken,
    }),
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

    async handler({ document_id: sent, confidence_scores: scores = {}, ...others }, call) {
      const texts: Readonly<Record<string, unknown>> = others
      const cells = table.columns.map(({ id, key, type }) => {
        const text = texts[key]
        const value = typeof text === 'string' ? readCell(type, text) : null
        return [id, { value, confidence: scores[key] }] as const
      })
      const change = newRevision('save_table_row', call)
      const { db } = call.services
      const written = await saveRow(db, table, sent, encodeCells(new Map(cells)), change)
      const { documentId, version } = await checkRowWritten(call.services, table, sent, written)
      return reply(`Saved row for document ${sent}`, {
        document_id: documentId,
        version,
        undo_token: change.token,
      })
    },
  })
