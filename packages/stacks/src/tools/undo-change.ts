import { requireTx } from '@quartermaster/db'
import { countOf, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { LAST, undoRevision } from '../queries/history/undo-revision.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

export const undoChange = (table: StackTable) =>
  tool({
    name: 'undo_change',
    description: `Undo one earlier call that changed this table, including a whole bulk update or import. It is refused when a later call has changed the same rows or columns. With "${LAST}" it undoes your own newest call that is still in effect. An undo can itself be undone.`,
    effect: 'write',
    timeoutSeconds: 120,

    input: Input({
      undo_token: Type.String({
        minLength: 1,
        description: `The undo_token in the reply of the call to undo, or "${LAST}" for your own newest change of this table that has not been undone.`,
      }),
    }),
    output: Reply({
      undone: Type.String({ description: 'The tool whose call was undone.' }),
      rows: Type.Integer({ description: 'How many rows were restored.' }),
      schema_version: Type.Integer({ description: 'The present version of the columns.' }),
      undo_token: UndoToken,
    }),
    examples: [
      {
        title: 'Undo a bulk update',
        input: { undo_token: '3f0c9c4e-6d0f-4b8e-9f6a-0d5b8a1c2e34' },
      },
      { title: 'Undo the last change you made', input: { undo_token: LAST } },
    ],

    async handler({ undo_token: token }, call) {
      const revision = newRevision('undo_change', call)
      const trx = requireTx(call.services.db)
      const outcome = await undoRevision(trx, table.workspaceId, table.id, token, revision)
      return reply(`Undid ${outcome.action}: ${countOf(outcome.rows, 'row')} restored`, {
        undone: outcome.action,
        rows: outcome.rows,
        schema_version: outcome.table.version,
        undo_token: revision.token,
      })
    },
  })
