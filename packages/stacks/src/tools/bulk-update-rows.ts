import { acceptScalarAsText, Input, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { type CellValue, encodeCell, encodeValue, presentCells, readCell } from '../cells/cell.ts'
import { adaptArguments, columnsChangedError } from '../columns/adapt-arguments.ts'
import { ColumnName } from '../columns/column-schemas.ts'
import type { Column } from '../columns/plan-columns.ts'
import { shown } from '../not-found.ts'
import { type Match, previewMatching, updateMatching } from '../queries/rows/bulk-update.ts'
import { getColumn } from '../queries/rows/read-rows.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { type StackServices, tool } from '../tool.ts'

/** More rows than this are changed only by a caller who knows how many there are. */
export const MAX_UNCONFIRMED_ROWS = 1000

const SAMPLE = 5

const Sample = Type.Array(
  Type.Object({
    document_id: Type.String(),
    filename: Type.String(),
    before: Type.Unknown(),
    after: Type.Unknown(),
  }),
  { description: 'The first few of the rows, with the cell before and after.' },
)

export const bulkUpdateRows = (table: StackTable) =>
  tool({
    name: 'bulk_update_rows',
    description: `Replace one value of a column by another in all rows that have it: exactly that text, or that number. With preview true nothing is changed, and you see how many rows it would be and a few of them. More than ${MAX_UNCONFIRMED_ROWS} rows are changed only if expected_rows says how many they are.`,
    effect: 'write',
    timeoutSeconds: 120,
    adapt: adaptArguments(table, { values: ['column'] }),

    input: Input({
      column: ColumnName(table, 'The column to look in and to change.'),
      match_value: Type.String({ description: 'The value to find.', [acceptScalarAsText]: true }),
      new_value: Type.String({
        description: 'The value to put in its place.',
        [acceptScalarAsText]: true,
      }),
      preview: Type.Boolean({ default: false, description: 'Only show what would happen.' }),
      expected_rows: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'How many rows you expect to change; if it is another number, none is.',
        }),
      ),
    }),
    output: Reply({
      matched: Type.Integer({ description: 'Rows that have the value.' }),
      updated: Type.Integer({ description: 'Rows that were changed: none in a preview.' }),
      preview: Type.Boolean(),
      sample: Type.Optional(Sample),
      undo_token: Type.Optional(UndoToken),
    }),
    examples: [
      {
        title: 'One spelling for all',
        input: { column: 'vendor', match_value: 'Acme Corp', new_value: 'Acme Inc' },
      },
    ],

    async handler({ column: name, preview, expected_rows: expected, ...sent }, call) {
      const column = getColumn(table, name)
      const { match_value: from, new_value: to } = sent
      const match = { column, value: encodeValue(readCell(column.type, from)) }
      const value = readCell(column.type, to)
      const what = `${column.name} '${briefly(from)}' → '${briefly(to)}'`
      if (preview) {
        const { matched, sample } = await look(call.services, table, match, value)
        const message = `Preview, nothing was changed: ${matched} rows would be updated: ${what}`
        return reply(message, { matched, updated: 0, preview, sample })
      }
      const change = newRevision('bulk_update_rows', call, shown(what))
      const cell = stringifyJson(encodeCell({ value }))
      const limits = { most: MAX_UNCONFIRMED_ROWS, expected }
      const outcome = await updateMatching(call.services.db, table, match, cell, limits, change)
      if (!outcome.is_current) throw await columnsChangedError(call.services, table)
      const { matched, updated } = outcome
      if (updated === null) {
        const { sample } = await look(call.services, table, match, value)
        throw unexpected(matched, expected, sample)
      }
      return reply(`Updated ${updated} rows: ${what}`, {
        matched,
        updated,
        preview,
        undo_token: change.token,
      })
    },
  })

/** Short enough to leave room for the rest of the answer. */
const briefly = (text: string): string => (text.length <= 500 ? text : shown(text))

async function look({ db }: StackServices, table: StackTable, match: Match, after: CellValue) {
  const { matched, sample } = await previewMatching(db, table, match, SAMPLE)
  const before = (cells: string, { id }: Column) => presentCells(cells).get(id)?.value ?? null
  return {
    matched,
    sample: sample.map(({ cells, ...row }) => ({
      ...row,
      before: before(cells, match.column),
      after,
    })),
  }
}

/** The refusal is itself the preview: the same call with the number in it goes through. */
function unexpected(matched: number, expected: number | undefined, sample: unknown): ToolError {
  const reason =
    expected === undefined
      ? `more than the ${MAX_UNCONFIRMED_ROWS} that are changed without being expected`
      : `not the ${expected} that were expected`
  return new ToolError(
    'conflict',
    `This would change ${matched} rows, ${reason}. Nothing was changed.`,
    {
      suggestion: `If you mean all of them, call again with "expected_rows": ${matched}.`,
      details: { matched, sample },
    },
  )
}
