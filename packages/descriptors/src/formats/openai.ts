import { type ModelSchema, modelSchema, type Routed } from '../schema/model-schema.ts'
import { strictSchema } from '../schema/strict-schema.ts'

export type OpenAiTool = {
  type: 'function'
  function: { name: string; description: string; parameters: ModelSchema; strict?: true }
}

/** A tool of OpenAI's Chat Completions API, which many other hosts copy. */
export function openai({ tool }: Routed, strict = false): OpenAiTool {
  const { name, description } = tool
  const parameters = modelSchema(tool)
  const strictParameters = strict ? strictSchema(parameters) : undefined
  return {
    type: 'function',
    function:
      strictParameters === undefined
        ? { name, description, parameters }
        : { name, description, parameters: strictParameters, strict: true },
  }
}
