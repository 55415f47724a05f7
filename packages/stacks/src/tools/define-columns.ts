import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { COLUMN_TYPES, MAX_COLUMNS, MAX_NAME_LENGTH } from '../columns/plan-columns.ts'
import { defineColumns as define } from '../queries/tables/define-columns.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { pythonList } from '../replies/python-list.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

export const ColumnDefinitions = Type.Array(
  Type.Object(
    {
      name: Type.String({ description: `1 to ${MAX_NAME_LENGTH} characters.` }),
      type: Type.Optional(
        Type.Union(
          COLUMN_TYPES.map((type) => Type.Literal(type)),
          { description: 'text unless told; a column that is there keeps its type.' },
        ),
      ),
      description: Type.Optional(
        Type.String({ maxLength: 500, description: 'What belongs in it, for whoever fills it.' }),
      ),
      renamed_from: Type.Optional(
        Type.String({ description: 'The present name of the column that gets this one.' }),
      ),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: MAX_COLUMNS, description: 'All columns of the table, in order.' },
)

export const defineColumns = (table: StackTable) =>
  tool({
    name: 'define_columns',
    description:
      'Define the columns of the table after looking at the documents. It may be called again: columns of the same name keep their values, new ones are empty, those you leave out go, and a new type reads the values anew.',
    effect: 'write',
    timeoutSeconds: 120,

    input: Input({
      columns: ColumnDefinitions,
      reasoning: Type.Optional(
        Type.String({ maxLength: 5000, description: 'Why these columns; kept in the history.' }),
      ),
    }),
    output: Reply({
      columns: Type.Array(
        Type.Object({
          name: Type.String(),
          argument: Type.String({ description: 'Its name in the arguments of save_table_row.' }),
          type: Type.String(),
          description: Type.Optional(Type.String()),
        }),
      ),
      schema_version: Type.Integer({ description: 'Goes up with every change of the columns.' }),
      undo_token: UndoToken,
    }),
    examples: [
      {
        title: 'The columns of an invoice table',
        input: {
          columns: [
            { name: 'vendor', type: 'text' },
            { name: 'invoice_date', type: 'date' },
            { name: 'amount', type: 'number', description: 'The total with tax.' },
          ],
          reasoning: 'These fields are in all five invoices.',
        },
      },
    ],

    async handler({ columns: wanted, reasoning = null }, call) {
      const change = newRevision('define_columns', call, reasoning)
      const { db } = call.services
      const { columns, version } = await define(db, table.workspaceId, table.id, wanted, change)
      const names = columns.map(({ name }) => name)
      return reply(`Defined ${columns.length} columns: ${pythonList(names)}`, {
        columns: columns.map(({ id: _, key, ...column }) => ({ ...column, argument: key })),
        schema_version: version,
        undo_token: change.token,
      })
    },
  })
