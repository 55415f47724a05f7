import { Input, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { DocumentId } from '../columns/column-schemas.ts'
import { shown } from '../not-found.ts'
import { findNewestExtraction } from '../queries/documents/extractions.ts'
import { documentNotFound } from '../queries/documents/resolve-document.ts'
import type { StackTable } from '../queries/tables/tables.ts'
import { Reply, reply } from '../replies/reply.ts'
import { tool } from '../tool.ts'

export const readDocumentExtraction = (table: StackTable) =>
  tool({
    name: 'read_document_extraction',
    description:
      'Read what was extracted from one document of the stack: the fields of its newest completed extraction. Use it to find the columns, and to fill the rows.',
    effect: 'read',

    input: Input({ document_id: DocumentId }),
    output: Reply({
      document_id: Type.String(),
      extracted_fields: Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
      }),
      confidence_scores: Type.Record(Type.String(), Type.Number()),
      completed_at: Type.String({ format: 'date-time' }),
    }),
    examples: [{ title: 'By file name', input: { document_id: 'invoice_jan.pdf' } }],

    async handler({ document_id: sent }, { services }) {
      const { matches, documentId, extraction } = await findNewestExtraction(
        services.db,
        table,
        sent,
      )
      if (documentId === null) throw documentNotFound(sent, matches)
      if (extraction === undefined) {
        throw new ToolError('not_found', `Document '${shown(sent)}' has no completed extraction.`, {
          suggestion: 'Extract it first with save_extracted_data, or leave its row for later.',
        })
      }
      const { extracted_fields, confidence_scores, completed_at } = extraction
      const data = {
        document_id: documentId,
        extracted_fields,
        confidence_scores,
        completed_at: completed_at?.toISOString() ?? '',
      }
      return reply(`Extraction of document ${sent}`, data, stringifyJson(extracted_fields))
    },
  })
