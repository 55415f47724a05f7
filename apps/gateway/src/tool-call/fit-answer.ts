import { type ContentBlock, capAnswer, parseOwnJson, stringifyJson } from '@quartermaster/toolkit'
import { isContentAnswer } from './content-answer.ts'

type Options = {
  readonly limit: number
  /** The start of the page that the caller asks for. */
  readonly from: number
  /** Whether the caller can repeat the call to get the next page. */
  readonly canRepeat: boolean
}

/** Cuts an answer that is longer than `limit` bytes. */
export function fitAnswer(answer: string, { limit, from, canRepeat }: Options): string {
  if (from === 0 && Buffer.byteLength(answer) <= limit) return answer
  const whole = parseOwnJson(answer)
  // A truncated image would be useless.
  if (isContentAnswer(whole) && !whole.content.every(isText)) return answer
  return stringifyJson(capAnswer(whole, limit, from, canRepeat ? undefined : () => NOT_REPEATABLE))
}

const isText = (block: ContentBlock) => 'text' in block || block.kind === 'text'

const NOT_REPEATABLE =
  'The rest is not available, because repeating the call would act again. A call with an Idempotency-Key can be repeated to read on.'
