import { type Database, requireTx } from '@quartermaster/db'
import {
  acceptScalarAsText,
  countOf,
  Input,
  printable,
  stringifyJson,
  ToolError,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { type CellValue, encodeCell, encodeValue, presentCells, readCell } from '../cells/cell.ts'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import { ColumnName } from '../columns/column-schemas.ts'
import { getColumn } from '../columns/find-column.ts'
import { columnsChangedError } from '../columns/schema-changed-error.ts'
import { type Match, previewMatching, updateMatching } from '../queries/rows/bulk-update.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { DocumentIdReply, Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

/** More rows than this are changed only with a matching `expected_rows`. */
export const MAX_UNCONFIRMED_ROWS = 1000

const SAMPLE_SIZE = 5

const Sample = Type.Array(
  Type.Object({
    document_id: DocumentIdReply,
    filename: Type.String({ description: 'The file name of the document.' }),
    before: Type.Unknown({ description: 'The present value of the cell.' }),
    after: Type.Unknown({ description: 'Its value after the update.' }),
  }),
  { description: 'The first rows that would change.' },
)

export const bulkUpdateRows = (table: StackTable) =>
  tool({
    name: 'bulk_update_rows',
    description: `Replace one value of a column by another in all rows that have exactly that text or number. With preview true nothing is changed; you see how many rows would be, and the first of them. More than ${MAX_UNCONFIRMED_ROWS} rows are changed only if expected_rows is their number.`,
    effect: 'write',
    uses: ['bytes'],
    timeoutSeconds: 120,
    adapt: adaptArguments(table, { values: ['column'] }),

    input: Input({
      column: ColumnName(table, 'The column to search and change.'),
      match_value: Type.String({ description: 'The value to find.', [acceptScalarAsText]: true }),
      new_value: Type.String({
        description: 'The value that replaces it.',
        [acceptScalarAsText]: true,
      }),
      preview: Type.Boolean({ default: false, description: 'Only show what would change.' }),
      expected_rows: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'The number of rows you expect to change. If it differs, none is changed.',
        }),
      ),
    }),
    output: Reply({
      matched: Type.Integer({ description: 'The number of rows that have the value.' }),
      updated: Type.Integer({ description: 'The number of rows changed; 0 in a preview.' }),
      preview: Type.Boolean({ description: 'True if nothing was changed.' }),
      sample: Type.Optional(Sample),
      undo_token: Type.Optional(UndoToken),
    }),
    examples: [
      {
        title: 'Unify the spelling of a vendor',
        input: { column: 'vendor', match_value: 'Acme Corp', new_value: 'Acme Inc' },
      },
    ],

    async handler({ column: name, preview, expected_rows: expected, ...values }, call) {
      const column = getColumn(table, name)
      const { match_value: from, new_value: to } = values
      const match = { column, value: encodeValue(readCell(column.type, from)) }
      const value = readCell(column.type, to)
      const what = `${column.name} '${shorten(from)}' → '${shorten(to)}'`
      const { db } = call.services
      if (preview) {
        const { matched, sample } = await previewUpdate(db, table, match, value)
        const message = `Preview, nothing was changed: ${countOf(matched, 'row')} would be updated: ${what}`
        return reply(message, { matched, updated: 0, preview, sample })
      }
      const revision = newRevision('bulk_update_rows', call, printable(what, 100))
      const cell = stringifyJson(encodeCell({ value }))
      const limits = { max: MAX_UNCONFIRMED_ROWS, expected }
      const outcome = await updateMatching(requireTx(db), table, match, cell, limits, revision)
      if (!outcome.is_current) throw await columnsChangedError(call.services, table)
      const { matched, updated } = outcome
      if (updated === null) {
        const { sample } = await previewUpdate(db, table, match, value)
        throw unexpectedCount(matched, expected, sample)
      }
      return reply(`Updated ${countOf(updated, 'row')}: ${what}`, {
        matched,
        updated,
        preview,
        undo_token: revision.token,
      })
    },
  })

/** Shortens long values, which would otherwise fill the message. */
const shorten = (text: string): string => (text.length <= 500 ? text : printable(text))

async function previewUpdate(db: Database, table: StackTable, match: Match, after: CellValue) {
  const { matched, sample } = await previewMatching(db, table, match, SAMPLE_SIZE)
  const before = (cells: string) => presentCells(cells).get(match.column.id)?.value ?? null
  return {
    matched,
    sample: sample.map(({ cells, ...row }) => ({ ...row, before: before(cells), after })),
  }
}

/** The error serves as a preview: the same call with `expected_rows` set to `matched` succeeds. */
function unexpectedCount(
  matched: number,
  expected: number | undefined,
  sample: unknown,
): ToolError {
  const reason =
    expected === undefined
      ? `more than the ${MAX_UNCONFIRMED_ROWS} that may change without expected_rows`
      : `not the ${expected} you expected`
  return new ToolError(
    'conflict',
    `This would change ${countOf(matched, 'row')}, ${reason}. Nothing was changed.`,
    {
      suggestion: `If you mean all of them, call again with "expected_rows": ${matched}.`,
      details: { matched, sample },
    },
  )
}
