import { requireTx } from '@quartermaster/db'
import { countOf, type Example, Input, isObject, parseJson } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { COLUMN_TYPES, MAX_COLUMNS, MAX_NAME_LENGTH } from '../columns/column.ts'
import { defineColumns as define } from '../queries/tables/define-columns.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { pythonList } from '../replies/python-list.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'
import { saveTableRow } from './save-table-row.ts'
import { updateTableRow } from './update-table-row.ts'

export const ColumnDefinitions = Type.Array(
  Type.Object(
    {
      name: Type.String({ description: `1 to ${MAX_NAME_LENGTH} characters.` }),
      type: Type.Optional(
        Type.Union(
          COLUMN_TYPES.map((type) => Type.Literal(type)),
          { description: 'text by default; an existing column keeps its type.' },
        ),
      ),
      description: Type.Optional(
        Type.String({ maxLength: 500, description: 'What belongs in the column.' }),
      ),
      renamed_from: Type.Optional(
        Type.String({ description: 'The present name of the column that gets this name.' }),
      ),
    },
    { additionalProperties: false, description: 'A column.' },
  ),
  {
    minItems: 1,
    maxItems: MAX_COLUMNS,
    description: 'All columns of the table, in order. A plain name stands for a text column.',
  },
)

const ColumnReply = Type.Object({
  name: Type.String({ description: 'The name of the column.' }),
  argument: Type.String({ description: 'Its name in the arguments of save_table_row.' }),
  type: Type.String({ description: 'text, number or date.' }),
  description: Type.Optional(Type.String({ description: 'What belongs in the column.' })),
})

const ToolReply = Type.Object({
  name: Type.String({ description: 'The name of the tool.' }),
  description: Type.String({ description: 'What the tool does.' }),
  parameters: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The JSON schema of its arguments.',
  }),
})

export const defineColumns = (table: StackTable) =>
  tool({
    name: 'define_columns',
    description:
      'Define the columns of the table after reading the documents. You can call it again: columns of the same name keep their values, new ones are empty, columns that you leave out are removed, and a new type reads the values again. The reply describes the tools that save rows with these columns.',
    effect: 'write',
    timeoutSeconds: 120,
    adapt: async (parameters) =>
      parameters.columns === undefined
        ? parameters
        : { ...parameters, columns: withObjects(parameters.columns) },

    input: Input({
      columns: ColumnDefinitions,
      reasoning: Type.Optional(
        Type.String({ maxLength: 5000, description: 'Why these columns; kept in the history.' }),
      ),
    }),
    output: Reply({
      columns: Type.Array(ColumnReply, { description: 'The columns, in order.' }),
      schema_version: Type.Integer({
        description: 'The version of the columns; each change increments it.',
      }),
      tools_changed: Type.Boolean({
        description: 'True if the columns differ from before: list the tools of the table again.',
      }),
      tools: Type.Array(ToolReply, {
        description:
          'The tools whose arguments are the columns. A host that cannot call them uses save_row.',
      }),
      undo_token: UndoToken,
    }),
    examples: [exampleFor(table)],

    async handler({ columns: definitions, reasoning = null }, call) {
      const revision = newRevision('define_columns', call, reasoning)
      const trx = requireTx(call.services.db)
      const defined = await define(trx, table.workspaceId, table.id, definitions, revision)
      const names = defined.columns.map(({ name }) => name)
      return reply(`Defined ${countOf(names.length, 'column')}: ${pythonList(names)}`, {
        columns: defined.columns.map(({ id: _, key, ...column }) => ({ ...column, argument: key })),
        schema_version: defined.version,
        tools_changed: defined.version !== table.version,
        tools: [saveTableRow(defined), updateTableRow(defined)].map(
          ({ name, description, input }) => ({ name, description, parameters: input }),
        ),
        undo_token: revision.token,
      })
    },
  })

/** The example contains the current columns, so that a model that follows it does not remove any. */
function exampleFor({ columns }: StackTable): Example {
  if (columns.length > 0) {
    const current = columns.map(({ name, type }) => ({ name, type }))
    return { title: 'The present columns', input: { columns: current } }
  }
  return {
    title: 'The columns of an invoice table',
    input: {
      columns: [
        { name: 'vendor', type: 'text' },
        { name: 'invoice_date', type: 'date' },
        { name: 'amount', type: 'number', description: 'The total with tax.' },
      ],
      reasoning: 'These fields are in all five invoices.',
    },
  }
}

/** Turns `"vendor"` and `{"vendor": "text"}` into definitions; `readInput` refuses anything else that does not fit. */
function withObjects(given: unknown): unknown {
  const columns = isObject(given) ? typedColumns(given) : listOf(given)
  if (!Array.isArray(columns)) return given
  return columns.map((column) => {
    if (typeof column === 'string') return { name: column }
    const [[name, type] = [], ...others] = isObject(column) ? Object.entries(column) : []
    const isPair = others.length === 0 && COLUMN_TYPES.some((known) => known === type)
    return isPair && name !== 'type' && name !== 'name' ? { name, type } : column
  })
}

/** A list may be sent as JSON text, or as comma-separated names. */
function listOf(columns: unknown): unknown {
  if (typeof columns !== 'string') return columns
  try {
    return parseJson(columns)
  } catch {
    const names = columns.split(',').map((name) => name.trim())
    return names.every((name) => /^[\p{L}_][\p{L}\p{N}_ -]{0,63}$/u.test(name)) ? names : columns
  }
}

/** `{"vendor": "text", "amount": "number"}` as definitions; the types are checked later. */
function typedColumns(columns: Record<string, unknown>): unknown {
  const entries = Object.entries(columns)
  const isTyped = entries.length > 0 && entries.every(([, type]) => typeof type === 'string')
  return isTyped && !Object.hasOwn(columns, 'name')
    ? entries.map(([name, type]) => ({ name, type }))
    : columns
}
