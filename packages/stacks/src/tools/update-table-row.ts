import { Input, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { type Cell, encodeCells, encodeSource, readCell } from '../cells/cell.ts'
import { adaptArguments } from '../columns/adapt-arguments.ts'
import {
  ConfidenceScores,
  DocumentId,
  describeColumns,
  namesOf,
  Sources,
  Updates,
} from '../columns/column-schemas.ts'
import type { Column } from '../columns/plan-columns.ts'
import { updateRow } from '../queries/rows/write-row.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { checkRowWritten } from '../replies/check-row-written.ts'
import { pythonList } from '../replies/python-list.ts'
import { Reply, reply, UndoToken } from '../replies/reply.ts'
import { newRevision } from '../revision.ts'
import { tool } from '../tool.ts'

export const updateTableRow = (table: StackTable) =>
  tool({
    name: 'update_table_row',
    description: `Correct single cells of the row of one document; the others stay as they are. ${describeColumns(table)} A corrected cell loses its old confidence and source.`,
    effect: 'write',
    adapt: adaptArguments(table, { groups: ['updates', 'confidence_scores', 'sources'] }),

    input: Input({
      document_id: DocumentId,
      updates: Updates(table),
      confidence_scores: Type.Optional(
        ConfidenceScores(table, 'How sure you are of the new values, by column, from 0 to 1.'),
      ),
      sources: Type.Optional(Sources(table)),
    }),
    output: Reply({
      document_id: Type.String(),
      updated: Type.Array(Type.String(), { description: 'The columns that were changed.' }),
      version: Type.Integer({ description: 'Goes up with every change of the row.' }),
      undo_token: UndoToken,
    }),
    examples: [
      {
        title: 'Correct the vendor of one document',
        input: { document_id: 'invoice_march', updates: { vendor: 'Acme Inc' } },
      },
    ],

    async handler(
      { document_id: sent, updates, confidence_scores: scores = {}, sources = {} },
      call,
    ) {
      // In the order of the caller, as the answer names them.
      const columns = Object.keys(updates).flatMap(
        (name) => table.columns.find(({ key }) => key === name) ?? [],
      )
      if (columns.length === 0) {
        throw new ToolError('invalid_input', 'There are no updates: nothing was changed.', {
          suggestion: `Name at least one column in 'updates': ${namesOf(table)}.`,
        })
      }
      const cellOf = ({ key, type }: Column): Cell => {
        const text = updates[key] ?? null
        return {
          value: text === null ? null : readCell(type, text),
          ...(scores[key] !== undefined && { confidence: scores[key] }),
          ...(sources[key] !== undefined && { source: sources[key] }),
        }
      }
      // A score or a source for a cell that keeps its value goes beside that value.
      const amended = table.columns
        .filter((column) => !columns.includes(column))
        .flatMap(({ id, key }) => {
          const [score, source] = [scores[key], sources[key]]
          if (score === undefined && source === undefined) return []
          return [
            [
              id,
              {
                ...(score !== undefined && { c: score }),
                ...(source !== undefined && { s: encodeSource(source) }),
              },
            ],
          ]
        })
      const changes = {
        remove: columns.map(({ id }) => id),
        replace: encodeCells(new Map(columns.map((column) => [column.id, cellOf(column)]))),
        amend: stringifyJson(Object.fromEntries(amended)),
      }
      const change = newRevision('update_table_row', call)
      const written = await updateRow(call.services.db, table, sent, changes, change)
      const { documentId, version } = await checkRowWritten(call.services, table, sent, written)
      const updated = columns.map(({ name }) => name)
      return reply(`Updated ${pythonList(updated)} for document ${sent}`, {
        document_id: documentId,
        updated,
        version,
        undo_token: change.token,
      })
    },
  })
