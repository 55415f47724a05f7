import { requireTx } from '@quartermaster/db'
import { countOf, Input, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { completeTable as complete, findMissing } from '../queries/tables/complete-table.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

const MAX_LISTED = 100
const MAX_NAMED = 5

export const completeTable = (table: StackTable) =>
  tool({
    name: 'complete_table',
    description:
      'Mark the table as complete. It is refused while documents of the stack have no row, and the error lists them.',
    effect: 'write',

    input: Input({}),
    output: Reply({
      rows: Type.Integer({ description: 'The number of rows, one per document of the stack.' }),
      completed_at: Type.String({
        format: 'date-time',
        description: 'When the table was completed.',
      }),
      undo_token: UndoToken,
    }),
    examples: [{ title: 'After the last row has been saved', input: {} }],

    async handler(_input, call) {
      const trx = requireTx(call.services.db)
      const { documents, missing, first } = await findMissing(trx, table, MAX_LISTED)
      if (documents === 0) {
        throw new ToolError(
          'conflict',
          'The stack has no documents, so nothing can be completed.',
          {
            suggestion: 'Add documents to the stack first: POST /v1/stacks/{id}/documents.',
          },
        )
      }
      if (missing > 0) {
        const names = first.slice(0, MAX_NAMED).map(({ filename }) => filename)
        const more = missing > names.length ? ` and ${missing - names.length} more` : ''
        const verb = missing === 1 ? 'has' : 'have'
        throw new ToolError(
          'conflict',
          `${missing} of ${countOf(documents, 'document')} ${verb} no row: ${names.join(', ')}${more}.`,
          {
            suggestion: 'Save their rows with save_table_row, then call again.',
            details: { missing, missing_documents: first },
          },
        )
      }
      const revision = newRevision('complete_table', call)
      await complete(trx, table.workspaceId, table.id, revision)
      return reply(`Completed table with ${countOf(documents, 'row')}`, {
        rows: documents,
        completed_at: revision.at.toISOString(),
        undo_token: revision.token,
      })
    },
  })
