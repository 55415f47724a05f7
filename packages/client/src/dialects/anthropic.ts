import type { ResultBlock } from '../gateway/content.ts'
import { type Dialect, list, type Response } from './dialect.ts'

type Text = { type: 'text'; text: string }
type MediaType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
type Image = { type: 'image'; source: { type: 'base64'; media_type: MediaType; data: string } }
type ToolUse = { type: 'tool_use'; id: string; name: string; input: unknown }
type Result = {
  type: 'tool_result'
  tool_use_id: string
  content: (Text | Image)[]
  is_error?: boolean
}

export type AnthropicMessage =
  | { role: 'assistant'; content: (Text | ToolUse)[] }
  | { role: 'user'; content: Result[] }

export type AnthropicTool = {
  name: string
  description?: string
  input_schema: { type: 'object'; [keyword: string]: unknown }
}

/** Anthropic's Messages API. The results of one turn are one message. */
export const anthropic: Dialect<AnthropicMessage, AnthropicTool> = {
  format: 'anthropic',
  calls: (response) =>
    blocksOf(response)
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id, name, input })),
  answer: (response) => [{ role: 'assistant', content: blocksOf(response) }],
  results: (results) => [
    {
      role: 'user',
      content: results.map(({ id, blocks, isError }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: blocks.map(toBlock),
        ...(isError && { is_error: true }),
      })),
    },
  ],
  text: (response) =>
    blocksOf(response)
      .filter(({ type }) => type === 'text')
      .map(({ text = '' }) => text)
      .join(''),
}

const blocksOf = (response: Response): Response[] => list(response?.content)

const MEDIA_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Anthropic rejects other image types, so they become a text. */
function toBlock(block: ResultBlock): Text | Image {
  if (block.type === 'text') return block
  const { mediaType, data } = block
  if (!MEDIA_TYPES.includes(mediaType)) return { type: 'text', text: `[image, ${mediaType}]` }
  return { type: 'image', source: { type: 'base64', media_type: mediaType as MediaType, data } }
}
