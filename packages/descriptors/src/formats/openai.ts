import { type ModelSchema, modelSchema, type Placed } from '../schema/model-schema.ts'

export type OpenAiTool = {
  type: 'function'
  function: { name: string; description: string; parameters: ModelSchema }
}

/** A tool of OpenAI's Chat Completions, and of the many hosts that copy them. */
export const openai = ({ tool }: Placed): OpenAiTool => ({
  type: 'function',
  function: {
    name: tool.name,
    description: tool.description,
    parameters: modelSchema(tool),
  },
})
