import { type ModelSchema, modelSchema, type Routed } from '../schema/model-schema.ts'

export type AnthropicTool = { name: string; description: string; input_schema: ModelSchema }

/** A tool of Anthropic's Messages API. */
export const anthropic = ({ tool }: Routed): AnthropicTool => ({
  name: tool.name,
  description: tool.description,
  input_schema: modelSchema(tool),
})
