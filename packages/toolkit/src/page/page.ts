import { decodeCursor, encodeCursor } from './cursor.ts'

export type PageRequest = {
  /** 100 by default, 1000 at most. */
  readonly limit?: number
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
}

export type Page<Row> = { readonly rows: Row[]; readonly nextCursor: string | null }

export const pageSize = ({ limit = 100 }: PageRequest): number =>
  Math.min(Math.max(Math.trunc(limit), 1), 1000)

/** The query must ask for `size + 1` rows, which shows whether another page follows. */
export function toPage<Row>(
  rows: Row[],
  size: number,
  cursorParts: (row: Row) => string[],
): Page<Row> {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  if (rows.length <= size || last === undefined) return { rows: page, nextCursor: null }
  return { rows: page, nextCursor: encodeCursor(cursorParts(last)) }
}

/** The last row of the previous page; `checks` say which parts may go into a query. */
export function readCursor(
  { cursor }: PageRequest,
  ...checks: ((part: string) => boolean)[]
): string[] | undefined {
  if (cursor === undefined) return undefined
  const isValid = (part: unknown, index: number): part is string =>
    typeof part === 'string' && checks[index]?.(part) === true
  return decodeCursor(cursor, (parts) =>
    parts.length === checks.length && parts.every(isValid) ? [...parts] : undefined,
  )
}
