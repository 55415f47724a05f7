import { isObject, MalformedJson, parseJson, stringifyJson } from '../json/json.ts'
import { type Cut, cutOf, cutText, sizeOf } from './truncatable.ts'

/** What is said of how to get the rest, which begins there. */
type Advice = (from: number) => string

const AGAIN: Advice = (from) => `Make the same call with ?result_from=${from} added to the URL.`

/** Where an answer is cut, and the page that a run of units from there makes. */
type Place = {
  readonly cut: Cut
  readonly page: (from: number, end: number) => Record<string, unknown>
}

// Deeper than this nobody would follow; the answer is then cut as text.
const DEEPEST = 4

// What a page says beside the answer's own members, which must not be lost to it.
const NOTES = ['truncated', 'truncation']

// Room for the numbers in what is said about the cut.
const DIGITS = 64

/**
 * An answer that fits into `limit` bytes (of 1 KiB at least). Whole items, members or characters
 * are kept, and the rest can be had with `?result_from=`: all the runs, put together, are the
 * part that was cut, which `truncation.part` points at.
 */
export function capAnswer(
  answer: unknown,
  limit: number,
  from = 0,
  advice: Advice = AGAIN,
): unknown {
  const text = stringifyJson(answer)
  if (!(from > 0) && Buffer.byteLength(text) <= limit) return answer
  const place = findPlace(text, limit, advice)
  const { cut, page } = place
  const start = cut.align(Math.min(Math.max(0, Math.trunc(from)) || 0, cut.total))
  // Some characters always fit, so that every call gets further.
  return page(start, cut.fit(start, Math.max(12, roomAt(place, limit))))
}

/** The outermost place where all units fit on a page, going down where most of the bytes are. */
function findPlace(text: string, limit: number, advice: Advice): Place {
  const answer = parseAnswer(text)
  const isOpen = isObject(answer) && !NOTES.some((note) => Object.hasOwn(answer, note))
  const wrap = (whole: unknown) => (isOpen ? (whole as object) : { result: whole })

  let pointer = isOpen ? '' : '/result'
  let build = wrap
  let cut = cutOf(answer)
  for (let depth = 0; depth <= DEEPEST && cut !== undefined; depth++) {
    const place = { cut, page: pages(pointer, cut, build, advice) }
    const room = roomAt(place, limit)
    if (room < limit / 2) break
    const { largest } = cut
    if (largest === undefined || largest.bytes <= room) return place

    const outer = build
    pointer += `/${largest.key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    build = (part) => outer(largest.replace(part))
    cut = cutOf(largest.value)
  }
  const json = cutText(text)
  const wrapText = (part: unknown) => ({ result_json: part })
  return { cut: json, page: pages('/result_json', json, wrapText, advice) }
}

/** A value that is nested too deep for us to take apart is cut as text. */
function parseAnswer(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof MalformedJson) return undefined
    throw error
  }
}

const pages =
  (
    part: string,
    { unit, total, run }: Cut,
    build: (run: unknown) => object,
    advice: Advice,
  ): Place['page'] =>
  (from, end) => ({
    truncated: true,
    truncation: {
      part,
      unit,
      from,
      shown: end - from,
      total,
      rest: end < total ? advice(end) : 'This is the end.',
    },
    ...build(run(from, end)),
  })

/** The bytes that a page has for a run; an empty one has two brackets, and may need a comma. */
const roomAt = ({ page }: Place, limit: number): number => limit - sizeOf(page(0, 0)) - DIGITS + 1
