import { stringifyJson, ToolResponse } from '@quartermaster/toolkit'
import { type ContentAnswer, isContentAnswer } from './content-answer.ts'

/** A handler's result as the JSON text that is sent, stored and logged. */
export const answerText = (result: unknown, toolCallId: string | undefined): string =>
  stringifyJson(isContent(result) ? contentAnswer(result, toolCallId) : result)

const isContent = (result: unknown): result is ToolResponse | ContentAnswer =>
  result instanceof ToolResponse || isContentAnswer(result)

/** Content blocks carry the id of the call they answer. */
function contentAnswer(result: ToolResponse | ContentAnswer, toolCallId: string | undefined) {
  const { content } = result
  const is_error = result instanceof ToolResponse ? result.isError : result.is_error
  return { ...(toolCallId !== undefined && { tool_call_id: toolCallId }), content, is_error }
}
