import type { TSchema } from '@sinclair/typebox'
import { parseJson } from '../json/json.ts'
import type { Tool } from '../tool/tool.ts'

/**
 * Arguments from a query string. A repeated key is a list; `readInput` converts the texts to the
 * types of the schema.
 */
export function parseQueryArguments(tool: Tool, query: URLSearchParams): Record<string, unknown> {
  const properties = tool.input.properties as Record<string, TSchema>
  const values = Map.groupBy(query, ([key]) => key)
  return Object.fromEntries(
    [...values].map(([key, pairs]) => {
      const texts = pairs.map(([, text]) => text)
      const schema = Object.hasOwn(properties, key) ? properties[key] : undefined
      const isList = texts.length > 1 || (acceptsList(schema) && !isListText(texts[0]))
      return [key, isList ? texts : texts[0]]
    }),
  )
}

function acceptsList(schema: TSchema | undefined): boolean {
  const branches: TSchema[] = schema?.anyOf ?? schema?.oneOf ?? []
  return [schema?.type].flat().includes('array') || branches.some(acceptsList)
}

/** `["draft"]` is a list; `[draft]` is a word in brackets. */
function isListText(text: string | undefined): boolean {
  try {
    return Array.isArray(parseJson(text ?? ''))
  } catch {
    return false
  }
}
