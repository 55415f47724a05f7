import type { ResultBlock } from '../gateway/content.ts'
import { type Dialect, list, type Response } from './dialect.ts'

type InputText = { type: 'input_text'; text: string }
type InputImage = { type: 'input_image'; image_url: string; detail: 'auto' }

export type OpenAiResponsesItem =
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | (InputText | InputImage)[] }

export type OpenAiResponsesTool = {
  type: 'function'
  name: string
  description?: string
  parameters: Record<string, unknown> | null
  strict: boolean | null
}

/** OpenAI's Responses API. */
export const openaiResponses: Dialect<OpenAiResponsesItem, OpenAiResponsesTool> = {
  format: 'openai-responses',
  calls: (response) =>
    outputOf(response)
      .filter(({ type }) => type === 'function_call')
      .map(({ call_id: id, name, arguments: input }) => ({ id, name, input })),
  // `true` is the default of the API and not a decision, so only `false` counts.
  parallel: (response) => (isInOrder(response) ? false : undefined),
  // Reasoning items must stay next to the calls they led to, so the output is kept whole.
  answer: (response) => outputOf(response),
  results: (results) =>
    results.map(({ id, blocks }) => ({
      type: 'function_call_output',
      call_id: id,
      output: outputFor(blocks),
    })),
  text: (response) =>
    outputOf(response)
      .filter(({ type }) => type === 'message')
      .flatMap(({ content }) => list(content))
      .map(({ text = '' }) => text)
      .join(''),
}

const outputOf = (response: Response): Response[] => list(response?.output)

const isInOrder = (response: Response): boolean => response?.parallel_tool_calls === false

function outputFor(blocks: readonly ResultBlock[]): string | (InputText | InputImage)[] {
  const [first, ...others] = blocks
  if (first?.type === 'text' && others.length === 0) return first.text
  return blocks.map((block) =>
    block.type === 'text'
      ? { type: 'input_text', text: block.text }
      : {
          type: 'input_image',
          image_url: `data:${block.mediaType};base64,${block.data}`,
          detail: 'auto',
        },
  )
}
