import { type ModelSchema, modelSchema, type Placed } from '../schema/model-schema.ts'

export type OpenAiResponsesTool = {
  type: 'function'
  name: string
  description: string
  parameters: ModelSchema
  strict: false
}

/** A tool of OpenAI's Responses: flat, and strict unless told otherwise. */
export const openaiResponses = ({ tool }: Placed): OpenAiResponsesTool => ({
  type: 'function',
  name: tool.name,
  description: tool.description,
  parameters: modelSchema(tool),
  strict: false,
})
