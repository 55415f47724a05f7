import { Input, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { encodeSource } from '../cells/cell.ts'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import { DocumentId, Sources } from '../columns/column-schemas.ts'
import { updateRow } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { checkRowWritten } from '../replies/check-row-written.ts'
import { pythonList } from '../replies/python-list.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

export const saveCellSources = (table: StackTable) =>
  tool({
    name: 'save_cell_sources',
    description:
      'Say where in its document the values of a row stand, so that a person can check them: the page, a quote, or both. Call it after save_table_row; a cell that is changed later loses its source.',
    effect: 'write',
    adapt: adaptArguments(table, { groups: ['sources'] }),

    input: Input({ document_id: DocumentId, sources: Sources(table) }),
    output: Reply({
      document_id: Type.String(),
      columns: Type.Array(Type.String(), { description: 'The columns that have a source now.' }),
      version: Type.Integer({ description: 'Goes up with every change of the row.' }),
      undo_token: UndoToken,
    }),
    examples: [
      {
        title: 'The amount stands on page 2',
        input: {
          document_id: 'invoice_jan.pdf',
          sources: { amount: { page: 2, quote: 'Total due: $1,500.00' } },
        },
      },
    ],

    async handler({ document_id: sent, sources }, call) {
      const columns = table.columns.filter(({ key }) => sources[key] !== undefined)
      if (columns.length === 0) {
        throw new ToolError('invalid_input', 'There are no sources: nothing was changed.')
      }
      const amend = columns.map(({ id, key }) => [id, { s: encodeSource(sources[key] ?? {}) }])
      const changes = { remove: [], replace: '{}', amend: stringifyJson(Object.fromEntries(amend)) }
      const change = newRevision('save_cell_sources', call)
      const written = await updateRow(call.services.db, table, sent, changes, change)
      const { documentId, version } = await checkRowWritten(call.services, table, sent, written)
      const names = columns.map(({ name }) => name)
      return reply(`Saved sources of ${pythonList(names)} for document ${sent}`, {
        document_id: documentId,
        columns: names,
        version,
        undo_token: change.token,
      })
    },
  })
