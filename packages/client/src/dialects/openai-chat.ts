import type { ToolResult } from '../gateway/connect-gateway.ts'
import { type Dialect, list, type Response } from './dialect.ts'

type Text = { type: 'text'; text: string }
type Image = { type: 'image_url'; image_url: { url: string } }
type FunctionCall = {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export type OpenAiChatMessage =
  | { role: 'assistant'; content: string | null; tool_calls?: FunctionCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }
  | { role: 'user'; content: (Text | Image)[] }

export type OpenAiChatTool = {
  type: 'function'
  function: { name: string; description?: string; parameters?: Record<string, unknown> }
}

/** OpenAI's Chat Completions API, which many other vendors copy. */
export const openaiChat: Dialect<OpenAiChatMessage, OpenAiChatTool> = {
  format: 'openai',
  calls: (response) =>
    list(messageOf(response)?.tool_calls)
      .filter(({ type = 'function' }) => type === 'function')
      .map(({ id, function: { name, arguments: input } }) => ({ id, name, input })),
  answer: (response) => [messageOf(response)],
  results: (results) => [
    ...results.map((result) => ({
      role: 'tool' as const,
      tool_call_id: result.id,
      content: textOf(result),
    })),
    ...imageMessage(results),
  ],
  text: (response) => String(messageOf(response)?.content ?? ''),
}

const messageOf = (response: Response): Response => response?.choices?.[0]?.message

const textOf = ({ blocks }: ToolResult): string =>
  blocks
    .map((block) => (block.type === 'text' ? block.text : '[image: see the next message]'))
    .join('\n')

/** A tool message holds text only, so images follow in a message of the user. */
function imageMessage(results: readonly ToolResult[]): OpenAiChatMessage[] {
  const content = results.flatMap(({ name, id, blocks }): (Text | Image)[] => {
    const images = blocks.filter((block) => block.type === 'image')
    if (images.length === 0) return []
    return [
      { type: 'text', text: `Images of ${name} (${id}):` },
      ...images.map(({ mediaType, data }): Image => {
        return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } }
      }),
    ]
  })
  return content.length === 0 ? [] : [{ role: 'user', content }]
}
