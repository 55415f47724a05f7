import { requireTx } from '@quartermaster/db'
import { acceptScalarAsText, Input, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { columnList, DocumentId } from '../columns/column-schemas.ts'
import { exampleValues } from '../columns/example-row.ts'
import { getColumn } from '../columns/find-column.ts'
import { refuseBothNames } from '../columns/refuse-both-names.ts'
import { hasRow } from '../queries/rows/has-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { DocumentIdReply, Reply, RowVersion, reply, UndoToken } from '../replies/reply.ts'
import { tool } from '../tool.ts'
import { changeCells } from './change-cells.ts'
import { replaceRow } from './replace-row.ts'

const CellText = Type.Union([Type.String({ [acceptScalarAsText]: true }), Type.Null()], {
  description: 'The value as text; null leaves the cell empty.',
})

/**
 * The static form of `save_table_row` and `update_table_row`: its schema does not depend on the
 * columns, so hosts that list the tools only once can define columns and save rows in one session.
 */
export const saveRow = (table: StackTable) =>
  tool({
    name: 'save_row',
    description:
      'Save the row of one document, with its columns in `values`. It works like save_table_row (or, with keep_other_cells, like update_table_row) for hosts whose list of tools does not change: use it if you called define_columns and have no save_table_row.',
    effect: 'write',
    uses: ['rows', 'bytes'],
    replaces: ({ document_id: document }, { services }) => hasRow(services.db, table, document),

    input: Input({
      document_id: DocumentId,
      values: Type.Record(Type.String(), CellText, {
        description: 'The cells by column, with the column names that define_columns returned.',
      }),
      keep_other_cells: Type.Boolean({
        default: false,
        description:
          'True: change only the given cells of an existing row. False: replace the whole row; columns that you leave out become empty.',
      }),
      confidence_scores: Type.Optional(
        Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 }), {
          description: 'How certain each value is, by column, from 0 to 1.',
        }),
      ),
    }),
    output: Reply({ document_id: DocumentIdReply, version: RowVersion, undo_token: UndoToken }),
    examples: [
      {
        title: 'A row of an invoice table',
        input: {
          document_id: 'invoice_jan.pdf',
          values: { vendor: 'Acme Corporation', amount: '1500.00' },
        },
      },
    ],

    async handler({ document_id: document, keep_other_cells: keepsOthers, ...given }, call) {
      if (table.columns.length === 0) {
        throw new ToolError('conflict', 'The table has no columns yet.', {
          suggestion: 'Call define_columns first, then save the rows.',
        })
      }
      const values = byArgumentName(table, given.values)
      const scores = byArgumentName(table, given.confidence_scores ?? {})
      const isGiven = (text: string | null) => text !== null || keepsOthers
      if (!Object.values(values).some(isGiven)) throw noValues(table)
      const row = { document, scores, action: 'save_row' }
      if (!keepsOthers) return replaceRow(table, { ...row, values }, call)
      const trx = requireTx(call.services.db)
      const change = { ...row, updates: values, sources: {} }
      const { documentId, version, undoToken } = await changeCells(trx, table, change, call)
      return reply(`Saved row for document ${document}`, {
        document_id: documentId,
        version,
        undo_token: undoToken,
      })
    },
  })

const byArgumentName = <Value>(table: StackTable, members: Record<string, Value>) =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const { key } = getColumn(table, name, { suggestion: USE_COLUMNS })
      refuseBothNames(members, name, key)
      return [key, value]
    }),
  )

const USE_COLUMNS =
  'Use only these names. To add a column, call define_columns with all columns of the table.'

/** A row without values would replace an existing one by an empty one. */
const noValues = (table: StackTable): ToolError =>
  new ToolError(
    'invalid_input',
    `There is no value for any column in 'values', so nothing was saved. Columns: ${columnList(table)}.`,
    {
      suggestion: `Send at least one column, for example ${exampleValues(table)}. To empty cells of an existing row, send null for them with "keep_other_cells": true. For a document that has no row and no values, send "" for one column.`,
    },
  )
