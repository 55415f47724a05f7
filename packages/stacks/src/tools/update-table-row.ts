import { requireTx } from '@quartermaster/db'
import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import {
  ConfidenceScores,
  DocumentId,
  describeColumns,
  Sources,
  Updates,
} from '../columns/column-schemas.ts'
import { gatherUpdates } from '../columns/gather-updates.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { pythonList } from '../replies/python-list.ts'
import { DocumentIdReply, Reply, RowVersion, reply, UndoToken } from '../replies/reply.ts'
import { tool } from '../tool.ts'
import { changeCells } from './change-cells.ts'

export const updateTableRow = (table: StackTable) =>
  tool({
    name: 'update_table_row',
    description: `Correct single cells of the row of one document; the others stay as they are. ${describeColumns(table)} A corrected cell loses its old confidence and source.`,
    effect: 'write',
    uses: ['bytes'],
    adapt: (parameters, call) => {
      const groups = ['updates', 'confidence_scores', 'sources']
      return adaptArguments(table, { groups })(gatherUpdates(table, parameters), call)
    },

    input: Input({
      document_id: DocumentId,
      updates: Updates(table),
      confidence_scores: Type.Optional(
        ConfidenceScores(table, 'How certain the new values are, by column, from 0 to 1.'),
      ),
      sources: Type.Optional(Sources(table)),
    }),
    output: Reply({
      document_id: DocumentIdReply,
      updated: Type.Array(Type.String(), { description: 'The columns that were changed.' }),
      version: RowVersion,
      undo_token: UndoToken,
    }),
    examples: [
      {
        title: 'Correct the vendor of one document',
        input: { document_id: 'invoice_march', updates: { vendor: 'Acme Inc' } },
      },
    ],

    async handler(
      { document_id: document, updates, confidence_scores: scores = {}, sources = {} },
      call,
    ) {
      const trx = requireTx(call.services.db)
      const change = { document, updates, scores, sources, action: 'update_table_row' }
      const { documentId, updated, version, undoToken } = await changeCells(
        trx,
        table,
        change,
        call,
      )
      return reply(`Updated ${pythonList(updated)} for document ${document}`, {
        document_id: documentId,
        updated,
        version,
        undo_token: undoToken,
      })
    },
  })
