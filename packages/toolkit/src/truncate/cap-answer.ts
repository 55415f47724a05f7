import { isObject, parseOwnJson, stringifyJson } from '../json/json.ts'
import { sizeOf, type Truncatable, truncatable, truncatableText } from './truncatable.ts'

/** Tells the caller how to get the rest, which begins at `from`. */
type Advice = (from: number) => string

const CALL_AGAIN: Advice = (from) =>
  `Make the same call with ?result_from=${from} added to the URL.`

/** The part of the answer that is truncated, and the page for a run of its units. */
type TruncationPoint = {
  readonly part: Truncatable
  readonly page: (from: number, end: number) => Record<string, unknown>
}

// An answer whose large part is deeper than this is truncated as JSON text.
const MAX_DEPTH = 4

// Members that a page adds. An answer that already has one of them is wrapped in `result`.
const ADDED_MEMBERS = ['truncated', 'truncation']

// Bytes reserved for the numbers in `truncation`.
const DIGITS = 64

/**
 * Truncates an answer to `limit` bytes (at least 1 KiB) at a boundary between items, members or
 * characters. `?result_from=` gets the rest: all runs together are the part that `truncation.part`
 * points to.
 */
export function capAnswer(
  answer: unknown,
  limit: number,
  from = 0,
  advice: Advice = CALL_AGAIN,
): unknown {
  const text = stringifyJson(answer)
  if (!(from > 0) && Buffer.byteLength(text) <= limit) return answer
  const point = findTruncationPoint(text, limit, advice)
  const { part, page } = point
  const start = part.align(Math.min(Math.max(0, Math.trunc(from)) || 0, part.total))
  // At least 12 bytes, so that every page makes progress.
  return page(start, part.fit(start, Math.max(12, roomAt(point, limit))))
}

/** Descends into the largest unit until every unit of the part fits on a page. */
function findTruncationPoint(text: string, limit: number, advice: Advice): TruncationPoint {
  const answer = parseAnswer(text)
  const isOpen = isObject(answer) && !ADDED_MEMBERS.some((name) => Object.hasOwn(answer, name))
  const wrap = (whole: unknown) => (isOpen ? (whole as object) : { result: whole })

  let pointer = isOpen ? '' : '/result'
  let build = wrap
  let part = truncatable(answer)
  for (let depth = 0; depth <= MAX_DEPTH && part !== undefined; depth++) {
    const point = { part, page: pages(pointer, part, build, advice) }
    const room = roomAt(point, limit)
    if (room < limit / 2) break
    const { largest } = part
    if (largest === undefined || largest.bytes <= room) return point

    const outer = build
    pointer += `/${largest.key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    build = (value) => outer(largest.replace(value))
    part = truncatable(largest.value)
  }
  const json = truncatableText(text)
  const wrapText = (value: unknown) => ({ result_json: value })
  return { part: json, page: pages('/result_json', json, wrapText, advice) }
}

/** `undefined` for an answer that is nested too deeply for the stack; it is truncated as text. */
function parseAnswer(text: string): unknown {
  try {
    return parseOwnJson(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const pages =
  (
    pointer: string,
    { unit, total, run }: Truncatable,
    build: (run: unknown) => object,
    advice: Advice,
  ): TruncationPoint['page'] =>
  (from, end) => ({
    truncated: true,
    truncation: {
      part: pointer,
      unit,
      from,
      shown: end - from,
      total,
      rest: end < total ? advice(end) : 'This is the end.',
    },
    ...build(run(from, end)),
  })

/** The bytes that a page leaves for a run. An empty run has two brackets and may need a comma. */
const roomAt = ({ page }: TruncationPoint, limit: number): number =>
  limit - sizeOf(page(0, 0)) - DIGITS + 1
