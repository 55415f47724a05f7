import type { ToolResult } from '../gateway/connect-gateway.ts'
import { type Dialect, list, type Response } from './dialect.ts'

type Part = {
  text?: string
  inlineData?: { mimeType: string; data: string }
  functionCall?: { id?: string; name?: string; args?: Record<string, unknown> }
  functionResponse?: { id?: string; name: string; response: Record<string, unknown> }
}

export type GeminiContent = { role: string; parts: Part[] }

export type GeminiTool = {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK types a schema with enums of its own.
  functionDeclarations: { name: string; description: string; parameters?: any }[]
}

/** Google's Gemini API: `contents` and `config.tools` of generateContent. */
export const gemini: Dialect<GeminiContent, GeminiTool> = {
  format: 'gemini',
  calls: (response) =>
    partsOf(response)
      .filter(({ functionCall }) => functionCall !== undefined)
      .map(({ functionCall: { id, name, args } }, index) => ({
        id: id ?? `${name}-${index}`,
        name,
        input: args ?? {},
      })),
  // The whole content, because thought signatures have to be sent back.
  answer: (response) => [contentOf(response) ?? { role: 'model', parts: [] }],
  results: (results) => [{ role: 'user', parts: results.flatMap(toParts) }],
  text: (response) =>
    partsOf(response)
      .filter(({ thought }) => thought !== true)
      .map(({ text = '' }) => text)
      .join(''),
}

const contentOf = (response: Response): Response => response?.candidates?.[0]?.content

const partsOf = (response: Response): Response[] => list(contentOf(response)?.parts)

/** A function response is an object; images follow it as parts of their own. */
function toParts({ id, name, blocks, isError }: ToolResult): Part[] {
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '[image]')).join('\n')
  const images = blocks.filter((block) => block.type === 'image')
  return [
    { functionResponse: { id, name, response: isError ? { error: text } : { output: text } } },
    ...images.map(({ mediaType, data }) => ({ inlineData: { mimeType: mediaType, data } })),
  ]
}
