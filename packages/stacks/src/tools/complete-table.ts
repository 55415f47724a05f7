import { Input, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { completeTable as complete, findMissing } from '../queries/tables/complete-table.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

const LISTED = 100

export const completeTable = (table: StackTable) =>
  tool({
    name: 'complete_table',
    description:
      'Say that the table is complete. It is refused while documents of the stack have no row, and lists them.',
    effect: 'write',

    input: Input({}),
    output: Reply({
      rows: Type.Integer({ description: 'How many documents have a row: all.' }),
      completed_at: Type.String({ format: 'date-time' }),
      undo_token: UndoToken,
    }),
    examples: [{ title: 'When the last row is saved', input: {} }],

    async handler(_input, call) {
      const { db } = call.services
      const { documents, missing, first } = await findMissing(db, table, LISTED)
      if (documents === 0) {
        throw new ToolError('conflict', 'The stack has no documents: there is nothing to complete.')
      }
      if (missing > 0) {
        const names = first.slice(0, 5).map(({ filename }) => filename)
        const more = missing > names.length ? ` and ${missing - names.length} more` : ''
        throw new ToolError(
          'conflict',
          `${missing} of ${documents} documents have no row: ${names.join(', ')}${more}.`,
          {
            suggestion: 'Save their rows with save_table_row, then call again.',
            details: { missing, missing_documents: first },
          },
        )
      }
      const change = newRevision('complete_table', call)
      await complete(db, table.workspaceId, table.id, change)
      return reply(`Completed table with ${documents} rows`, {
        rows: documents,
        completed_at: change.at.toISOString(),
        undo_token: change.token,
      })
    },
  })
