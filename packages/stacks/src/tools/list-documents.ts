import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { listStackDocuments } from '../queries/documents/stack-documents.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { Listing, listing } from '../replies/reply.ts'
import { tool } from '../tool.ts'

export const listDocuments = (table: StackTable) =>
  tool({
    name: 'list_documents',
    description:
      'List the documents of the stack that this table is made from: their ids and file names, whether they have been extracted, and whether they have a row.',
    effect: 'read',

    input: Input({
      without_row: Type.Boolean({
        default: false,
        description: 'Only those that have no row yet.',
      }),
      limit: Type.Integer({ default: 100, minimum: 1, maximum: 500, description: 'Per page.' }),
      cursor: Type.Optional(Type.String({ description: 'The next_cursor of the page before.' })),
    }),
    output: Listing({
      documents: Type.Array(
        Type.Object({
          document_id: Type.String(),
          filename: Type.String(),
          mime_type: Type.Union([Type.String(), Type.Null()]),
          has_extraction: Type.Boolean({ description: 'read_document_extraction has something.' }),
          has_row: Type.Boolean(),
        }),
      ),
      next_cursor: Type.Union([Type.String(), Type.Null()], {
        description: 'Null on the last page.',
      }),
    }),
    examples: [{ title: 'What is left to do', input: { without_row: true } }],

    async handler({ without_row: withoutRow, ...page }, { services, caller }) {
      const { rows, nextCursor } = await listStackDocuments(
        services.db,
        caller.workspaceId,
        table.stackId,
        { ...page, tableId: table.id, withoutRow },
      )
      const documents = rows.map(({ added_at: _, ...document }) => document)
      return listing(`Documents: ${documents.length}`, { documents, next_cursor: nextCursor })
    },
  })
