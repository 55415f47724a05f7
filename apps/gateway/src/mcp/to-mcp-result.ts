import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { isObject, parseOwnJson, type RoutedTool, stringifyJson } from '@quartermaster/toolkit'
import { isContentAnswer } from '../tool-call/content-answer.ts'
import type { RouteAnswer } from './call-tool-route.ts'

/** The key in a call's `_meta` that continues an answer that was cut. */
export const RESULT_FROM = 'quartermaster/result_from'

/** A tool's answer as MCP has it: as text for the model, and as it is for programs. */
export function toMcpResult({ status, text }: RouteAnswer, placed: RoutedTool): CallToolResult {
  const answer = withMcpAdvice(parseOwnJson(text))
  const isError = status >= 400
  if (!isError && isContentAnswer(answer)) {
    return { content: answer.content.map(toBlock), isError: answer.is_error }
  }
  const isStructured = !isError && isObject(answer) && placed.tool.output.type === 'object'
  return {
    content: [{ type: 'text', text: typeof answer === 'string' ? answer : stringifyJson(answer) }],
    ...(isStructured && { structuredContent: answer }),
    isError,
  }
}

/** A client of MCP has no URL to add anything to. */
function withMcpAdvice(answer: unknown): unknown {
  if (!isObject(answer) || answer.truncated !== true || !isObject(answer.truncation)) return answer
  const { from, shown, total } = answer.truncation
  const next = Number(from) + Number(shown)
  if (!(next < Number(total)) || !String(answer.truncation.rest).includes('result_from'))
    return answer
  const rest = `Ask for less at once, or make the same call with "_meta": {"${RESULT_FROM}": ${next}}.`
  return { ...answer, truncation: { ...answer.truncation, rest } }
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
