import { requireTx } from '@quartermaster/db'
import { Input, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { encodeSource } from '../cells/cell.ts'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import { columnList, DocumentId, Sources } from '../columns/column-schemas.ts'
import { updateRow } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { checkRowWritten } from '../replies/check-row-written.ts'
import { pythonList } from '../replies/python-list.ts'
import { DocumentIdReply, Reply, RowVersion, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

export const saveCellSources = (table: StackTable) =>
  tool({
    name: 'save_cell_sources',
    description:
      'Record where in its document each value of a row was found, so that a person can check it: the page, a quote, or both. Call it after save_table_row; a cell that is changed later loses its source.',
    effect: 'write',
    uses: ['bytes'],
    adapt: adaptArguments(table, { groups: ['sources'] }),

    input: Input({ document_id: DocumentId, sources: Sources(table) }),
    output: Reply({
      document_id: DocumentIdReply,
      columns: Type.Array(Type.String(), { description: 'The columns whose source was saved.' }),
      version: RowVersion,
      undo_token: UndoToken,
    }),
    examples: [
      {
        title: 'The amount is on page 2',
        input: {
          document_id: 'invoice_jan.pdf',
          sources: { amount: { page: 2, quote: 'Total due: $1,500.00' } },
        },
      },
    ],

    async handler({ document_id: document, sources }, call) {
      const columns = table.columns.filter(({ key }) => sources[key] !== undefined)
      if (columns.length === 0) {
        throw new ToolError('invalid_input', 'There are no sources: nothing was changed.', {
          suggestion: `Name at least one column in 'sources': ${columnList(table)}.`,
        })
      }
      const amend = columns.map(({ id, key }) => [id, { s: encodeSource(sources[key] ?? {}) }])
      const changes = { remove: [], replace: '{}', amend: stringifyJson(Object.fromEntries(amend)) }
      const revision = newRevision('save_cell_sources', call)
      const trx = requireTx(call.services.db)
      const result = await updateRow(trx, table, document, changes, revision)
      const { documentId, version } = await checkRowWritten(call.services, table, document, result)
      const names = columns.map(({ name }) => name)
      return reply(`Saved sources of ${pythonList(names)} for document ${document}`, {
        document_id: documentId,
        columns: names,
        version,
        undo_token: revision.token,
      })
    },
  })
