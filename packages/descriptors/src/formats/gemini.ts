import { type GeminiSchema, geminiSchema } from '../schema/gemini-schema.ts'
import { modelSchema, type Routed } from '../schema/model-schema.ts'

export type GeminiFunction = { name: string; description: string; parameters?: GeminiSchema }

/** A function declaration of the Gemini API. */
export function gemini({ tool }: Routed): GeminiFunction {
  const { name, description } = tool
  const schema = modelSchema(tool)
  // Gemini rejects an object without properties, but accepts a function without parameters.
  if (Object.keys(schema.properties).length === 0) return { name, description }
  return { name, description, parameters: geminiSchema(schema) }
}
