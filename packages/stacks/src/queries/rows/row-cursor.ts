import { type PageRequest, readCursor } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../../columns/column.ts'

/** The key that a row is sorted by. */
export type SortKey = {
  readonly position: number
  readonly rank: string
  readonly number: string
  readonly text: string
}

/** The sort key of the last row of a page. */
export type RowCursor = Omit<SortKey, 'position'> & { readonly position: string }

/** Rows with equal values in `column` are sorted by their position. */
export type Sorting = { readonly column: Column; readonly descending: boolean }

// A cursor is valid only for the sorting that it was created for.
const nameOf = (sorting: Sorting | undefined): string =>
  sorting === undefined ? '' : `${sorting.column.id} ${sorting.descending ? 'desc' : 'asc'}`

export const cursorParts =
  (sorting: Sorting | undefined) =>
  ({ position, rank, number, text }: SortKey): string[] => [
    String(position),
    rank,
    number,
    text,
    nameOf(sorting),
  ]

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

export function readRowCursor(
  request: PageRequest,
  sorting: Sorting | undefined,
): RowCursor | undefined {
  const parts = readCursor(
    request,
    (position) => /^\d{1,18}$/.test(position),
    (rank) => /^[0-2]$/.test(rank),
    (number) => number.length < 2000 && isNumber(number),
    (text) => text.length <= 400 && !text.includes('\0') && text.isWellFormed(),
    (name) => name === nameOf(sorting),
  )
  if (parts === undefined) return undefined
  const [position = '', rank = '', number = '', text = ''] = parts
  return { position, rank, number, text }
}

type SqlOrder = {
  /** The sort key of a row `r`, as `key`. */
  readonly key: RawBuilder<unknown>
  readonly orderBy: RawBuilder<unknown>
  readonly isAfter: (cursor: RowCursor) => RawBuilder<boolean>
}

const BY_POSITION: SqlOrder = {
  key: sql`(select 0 as rank, 0 as number, '' as text)`,
  orderBy: sql`r.position`,
  isAfter: ({ position }) => sql<boolean>`r.position > ${position}::bigint`,
}

export function sqlOrder(sorting: Sorting | undefined): SqlOrder {
  if (sorting === undefined) return BY_POSITION
  const { column, descending } = sorting
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  return {
    key: sql`sort_key(r.cells, ${column.id}::text)`,
    orderBy: sql`key.rank, key.number ${direction}, key.text collate "C" ${direction},
      r.position ${direction}`,
    isAfter: ({ position, rank, number, text }) => sql<boolean>`
      (key.rank > ${rank}::integer or (key.rank = ${rank}::integer
        and (key.number, key.text collate "C", r.position) ${beyond}
          (${number}::numeric, ${text}::text, ${position}::bigint)))`,
  }
}
