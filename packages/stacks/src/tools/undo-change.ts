import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { undoRevision as undo } from '../queries/history/undo-revision.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

export const undoChange = (table: StackTable) =>
  tool({
    name: 'undo_change',
    description:
      'Take one earlier call back, a whole bulk update too. It is refused when something of it has been changed since. An undo can itself be undone.',
    effect: 'write',
    timeoutSeconds: 120,

    input: Input({
      undo_token: Type.String({
        minLength: 1,
        description: 'The undo_token in the answer of the call to take back.',
      }),
    }),
    output: Reply({
      undone: Type.String({ description: 'The tool whose call was taken back.' }),
      rows: Type.Integer({ description: 'How many rows are as they were before.' }),
      schema_version: Type.Integer({ description: 'Of the columns now.' }),
      undo_token: UndoToken,
    }),
    examples: [
      {
        title: 'Take a bulk update back',
        input: { undo_token: '3f0c9c4e-6d0f-4b8e-9f6a-0d5b8a1c2e34' },
      },
    ],

    async handler({ undo_token: token }, call) {
      const change = newRevision('undo_change', call)
      const { db } = call.services
      const outcome = await undo(db, table.workspaceId, table.id, token, change)
      return reply(`Undid ${outcome.action}: ${outcome.rows} rows restored`, {
        undone: outcome.action,
        rows: outcome.rows,
        schema_version: outcome.table.version,
        undo_token: change.token,
      })
    },
  })
