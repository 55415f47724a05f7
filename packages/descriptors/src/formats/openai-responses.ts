import { type ModelSchema, modelSchema, type Routed } from '../schema/model-schema.ts'
import { strictSchema } from '../schema/strict-schema.ts'

export type OpenAiResponsesTool = {
  type: 'function'
  name: string
  description: string
  parameters: ModelSchema
  strict: boolean
}

/** A tool of OpenAI's Responses API. `strict` is always present, because its default is true. */
export function openaiResponses({ tool }: Routed, strict = false): OpenAiResponsesTool {
  const { name, description } = tool
  const parameters = modelSchema(tool)
  const strictParameters = strict ? strictSchema(parameters) : undefined
  return {
    type: 'function',
    name,
    description,
    parameters: strictParameters ?? parameters,
    strict: strictParameters !== undefined,
  }
}
