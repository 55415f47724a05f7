import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { isObject, type PlacedTool, parseJson } from '@quartermaster/toolkit'
import { isContentAnswer } from '../tool-call/content-answer.ts'
import type { InsideAnswer } from './call-inside.ts'

/** A tool's answer as MCP has it: as text for the model, and as it is for programs. */
export function toMcpResult({ status, text }: InsideAnswer, placed: PlacedTool): CallToolResult {
  const answer = parseJson(text)
  const isError = status >= 400
  if (!isError && isContentAnswer(answer)) {
    return { content: answer.content.map(toBlock), isError: answer.is_error }
  }
  const isStructured = !isError && isObject(answer) && placed.tool.output.type === 'object'
  return {
    content: [{ type: 'text', text: typeof answer === 'string' ? answer : text }],
    ...(isStructured && { structuredContent: answer }),
    isError,
  }
}

/** Our blocks say `kind`, `data` and `mime`; what already is MCP's is passed on. */
function toBlock(block: unknown): ContentBlock {
  if (!isObject(block)) return { type: 'text', text: String(block) }
  const { kind, data, mime } = block
  if (kind === 'image' || kind === 'audio') {
    return { type: kind, data: String(data), mimeType: String(mime ?? 'application/octet-stream') }
  }
  if (kind === 'file') {
    const mimeType = String(mime ?? 'application/octet-stream')
    return { type: 'resource', resource: { uri: 'attachment:', blob: String(data), mimeType } }
  }
  if (kind === 'text') return { type: 'text', text: String(data ?? block.text ?? '') }
  return block as ContentBlock
}
