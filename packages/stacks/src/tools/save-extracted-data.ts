import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { ExtractedFields, FieldScores } from '../extraction.ts'
import { saveExtraction } from '../queries/documents/extractions.ts'
import { DocumentIdReply, Reply, reply } from '../replies/reply.ts'
import { tool } from '../tool.ts'

export const saveExtractedData = (documentId: string) =>
  tool({
    name: 'save_extracted_data',
    description:
      'Save the structured data that you extracted from the document. Each call creates a new extraction; the newest one counts.',
    effect: 'write',
    uses: ['bytes'],

    input: Input({
      extracted_fields: ExtractedFields,
      confidence_scores: Type.Optional(FieldScores),
    }),
    output: Reply({
      extraction_id: Type.String({ description: 'The id of the new extraction.' }),
      document_id: DocumentIdReply,
    }),
    examples: [
      {
        title: 'The fields of an invoice',
        input: {
          extracted_fields: { vendor: 'Acme Corporation', total: '$1,500.00' },
          confidence_scores: { vendor: 0.95, total: 0.9 },
        },
      },
    ],

    async handler({ extracted_fields, confidence_scores = {} }, { services, caller, now }) {
      const { id } = await saveExtraction(
        services.db,
        caller.workspaceId,
        documentId,
        { extracted_fields, confidence_scores },
        { by: caller.agent, now },
      )
      return reply('Extraction saved', { extraction_id: id, document_id: documentId })
    },
  })
