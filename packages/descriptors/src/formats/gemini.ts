import { type GeminiSchema, geminiSchema } from '../schema/gemini-schema.ts'
import { modelSchema, type Placed } from '../schema/model-schema.ts'

export type GeminiFunction = { name: string; description: string; parameters?: GeminiSchema }

/** A function declaration of the Gemini API. */
export function gemini({ tool }: Placed): GeminiFunction {
  const { name, description } = tool
  const schema = modelSchema(tool)
  // An object without properties is refused; a function without parameters is not.
  if (Object.keys(schema.properties).length === 0) return { name, description }
  return { name, description, parameters: geminiSchema(schema) }
}
