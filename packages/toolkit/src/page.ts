import { ToolError } from './tool-error.ts'

export type PageRequest = {
  /** 100 unless told, 1000 at most. */
  readonly limit?: number
  /** The `nextCursor` of the page before. */
  readonly cursor?: string
}

export type Page<Row> = { readonly rows: Row[]; readonly nextCursor: string | null }

export const pageSize = ({ limit = 100 }: PageRequest): number =>
  Math.min(Math.max(Math.trunc(limit), 1), 1000)

/** Makes a page of rows that were asked for with one more than its size, to know if it is the last. */
export function toPage<Row>(rows: Row[], size: number, place: (row: Row) => string[]): Page<Row> {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  if (rows.length <= size || last === undefined) return { rows: shown, nextCursor: null }
  return { rows: shown, nextCursor: Buffer.from(JSON.stringify(place(last))).toString('base64url') }
}

/** Where the page before ended; `shapes` are what each part must look like to be put in a query. */
export function readCursor(
  { cursor }: PageRequest,
  ...shapes: ((part: string) => boolean)[]
): string[] | undefined {
  if (cursor === undefined) return undefined
  const parts = parse(Buffer.from(cursor, 'base64url').toString())
  const fits = (part: unknown, at: number) => typeof part === 'string' && shapes[at]?.(part)
  if (!Array.isArray(parts) || parts.length !== shapes.length || !parts.every(fits)) {
    throw new ToolError('invalid_input', 'The cursor must be the next_cursor of an earlier answer')
  }
  return parts
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
