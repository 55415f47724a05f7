import { Input, quote, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { DocumentId } from '../columns/column-schemas.ts'
import { documentNotFound } from '../queries/documents/document-not-found.ts'
import { findNewestExtraction } from '../queries/documents/extractions.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { DocumentIdReply, Reply, reply } from '../replies/reply.ts'
import { tool } from '../tool.ts'

export const readDocumentExtraction = (table: StackTable) =>
  tool({
    name: 'read_document_extraction',
    description:
      'Read the fields of the newest completed extraction of one document of the stack. Use it to choose the columns and to fill the rows.',
    effect: 'read',

    input: Input({ document_id: DocumentId }),
    output: Reply({
      document_id: DocumentIdReply,
      extracted_fields: Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'The fields by name.',
      }),
      confidence_scores: Type.Record(Type.String(), Type.Number(), {
        description: 'How certain each field is, from 0 to 1.',
      }),
      completed_at: Type.String({
        format: 'date-time',
        description: 'When the extraction was completed.',
      }),
    }),
    examples: [{ title: 'By file name', input: { document_id: 'invoice_jan.pdf' } }],

    async handler({ document_id: document }, { services }) {
      const { matches, documentId, extraction } = await findNewestExtraction(
        services.db,
        table,
        document,
      )
      if (documentId === null) throw await documentNotFound(services.db, table, document, matches)
      if (extraction === undefined) {
        throw new ToolError(
          'not_found',
          `Document ${quote(document)} has no completed extraction.`,
          { suggestion: 'Extract it first with save_extracted_data, or leave its row for later.' },
        )
      }
      const { extracted_fields, confidence_scores, completed_at } = extraction
      const data = {
        document_id: documentId,
        extracted_fields,
        confidence_scores,
        completed_at: completed_at?.toISOString() ?? '',
      }
      return reply(`Extraction of document ${document}`, data, stringifyJson(extracted_fields))
    },
  })
