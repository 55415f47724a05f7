import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { isObject, parseOwnJson, stringifyJson } from '@quartermaster/toolkit'
import type { InternalResponse } from '../http/internal-request.ts'
import { isContentAnswer } from '../tool-call/content-answer.ts'
import { continueFrom } from './result-from.ts'

/** A tool's answer in MCP's form: text for the model and, if `isStructured`, data for programs. */
export function toMcpResult(
  { status, text }: InternalResponse,
  isStructured: boolean,
): CallToolResult {
  const answer = withMcpAdvice(parseOwnJson(text))
  const isError = status >= 400
  if (!isError && isContentAnswer(answer)) {
    return { content: answer.content.map(toBlock), isError: answer.is_error }
  }
  return {
    content: [{ type: 'text', text: typeof answer === 'string' ? answer : stringifyJson(answer) }],
    ...(isStructured && !isError && isObject(answer) && { structuredContent: answer }),
    isError,
  }
}

// Members of answers that differ in MCP: content blocks, and the advice of a truncated answer.
const DIFFERS = /"(?:is_error|truncated)":/

/** `toMcpResult` as JSON text. Most answers are included as they are, without parsing them. */
export function mcpResultText(answer: InternalResponse, isStructured: boolean): string {
  const { status, text } = answer
  const isIncluded = status < 400 && isStructured && text.startsWith('{') && !DIFFERS.test(text)
  if (!isIncluded) return stringifyJson(toMcpResult(answer, isStructured))
  const content = `[{"type":"text","text":${stringifyJson(text)}}]`
  return `{"content":${content},"structuredContent":${text},"isError":false}`
}

/** MCP has no URL to add `?result_from=` to. */
function withMcpAdvice(answer: unknown): unknown {
  if (!isObject(answer) || answer.truncated !== true || !isObject(answer.truncation)) return answer
  const { from, shown, total } = answer.truncation
  const next = Number(from) + Number(shown)
  if (!(next < Number(total)) || !String(answer.truncation.rest).includes('result_from'))
    return answer
  return { ...answer, truncation: { ...answer.truncation, rest: continueFrom(next) } }
}

/** Our blocks have `kind`, `data` and `mime`. Blocks in MCP's own form are passed on. */
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
