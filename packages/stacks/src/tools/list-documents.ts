import { countOf, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { listStackDocuments } from '../queries/documents/stack-documents.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { DocumentIdReply, ListReply, listReply, NextCursor } from '../replies/reply.ts'
import { tool } from '../tool.ts'

export const listDocuments = (table: StackTable) =>
  tool({
    name: 'list_documents',
    description:
      'List the documents of the stack that this table belongs to: ids, file names, whether a document has an extraction, and whether it has a row.',
    effect: 'read',

    input: Input({
      without_row: Type.Boolean({
        default: false,
        description: 'Only documents that have no row yet.',
      }),
      limit: Type.Integer({
        default: 100,
        minimum: 1,
        maximum: 500,
        description: 'Documents per page.',
      }),
      cursor: Type.Optional(Type.String({ description: 'The next_cursor of the previous page.' })),
    }),
    output: ListReply({
      documents: Type.Array(
        Type.Object({
          document_id: DocumentIdReply,
          filename: Type.String({ description: 'The file name.' }),
          mime_type: Type.Union([Type.String(), Type.Null()], {
            description: 'The media type, if known.',
          }),
          has_extraction: Type.Boolean({
            description: 'read_document_extraction returns something for it.',
          }),
          has_row: Type.Boolean({ description: 'The document has a row in this table.' }),
        }),
        { description: 'The documents, in the order in which they were added to the stack.' },
      ),
      next_cursor: NextCursor,
    }),
    examples: [{ title: 'Documents without a row', input: { without_row: true } }],

    async handler({ without_row: withoutRow, ...page }, { services, caller }) {
      const { rows, nextCursor } = await listStackDocuments(
        services.db,
        caller.workspaceId,
        table.stackId,
        { ...page, tableId: table.id, withoutRow },
      )
      const documents = rows.map(({ added_at: _, ...document }) => document)
      return listReply(`Found ${countOf(documents.length, 'document')}`, {
        documents,
        next_cursor: nextCursor,
      })
    },
  })
