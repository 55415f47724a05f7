import { type ModelSchema, modelSchema, type Placed } from '../schema/model-schema.ts'

export type AnthropicTool = { name: string; description: string; input_schema: ModelSchema }

/** A tool of Anthropic's Messages. */
export const anthropic = ({ tool }: Placed): AnthropicTool => ({
  name: tool.name,
  description: tool.description,
  input_schema: modelSchema(tool),
})
