import { customMessage, printable, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

export const ExtractedFields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'The fields by name, with any JSON values.',
})

export const FieldScores = Type.Record(
  Type.String(),
  Type.Number({ minimum: 0, maximum: 1, [customMessage]: 'must be a number from 0 to 1' }),
  { description: 'How sure you are of each field, by its name, from 0 to 1.' },
)

/** A completed extraction has fields, and every score belongs to a field. */
export function checkExtraction({
  status,
  extracted_fields: fields,
  confidence_scores: scores,
}: {
  readonly status: 'in_progress' | 'completed'
  readonly extracted_fields: Record<string, unknown>
  readonly confidence_scores: Record<string, number>
}): void {
  if (status === 'completed' && Object.keys(fields).length === 0) {
    throw new ToolError('invalid_input', "Parameter 'extracted_fields' must not be empty.", {
      suggestion: 'Send the fields that you found, by name. If you found none, save nothing.',
    })
  }
  const stray = Object.keys(scores).find((name) => !Object.hasOwn(fields, name))
  if (stray === undefined) return
  const names =
    Object.keys(fields)
      .slice(0, 50)
      .map((name) => printable(name))
      .join(', ') || 'none'
  throw new ToolError(
    'invalid_input',
    `Parameter 'confidence_scores.${printable(stray)}' is for no field. The fields are: ${names}.`,
    { suggestion: 'Name each confidence like the field that it is for.' },
  )
}
