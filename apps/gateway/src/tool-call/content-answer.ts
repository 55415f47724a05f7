import { type ContentBlock, isObject } from '@quartermaster/toolkit'

/** An answer that consists of content blocks, as it is sent. */
export type ContentAnswer = {
  readonly tool_call_id?: string
  readonly content: readonly ContentBlock[]
  readonly is_error: boolean
}

export const isContentAnswer = (answer: unknown): answer is ContentAnswer =>
  isObject(answer) && Array.isArray(answer.content) && typeof answer.is_error === 'boolean'
