import { type PageRequest, readCursor } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../../columns/plan-columns.ts'

/** A row's place in the order that it was found in. */
export type SortKey = {
  readonly position: number
  readonly rank: string
  readonly number: string
  readonly text: string
}

/** Where a page ended. */
export type Place = Omit<SortKey, 'position'> & { readonly position: string }

/** A cursor goes on in the order that it was made for. */
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
): Place | undefined {
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

/** By a column, and rows of the same value by their position. */
export type Sorting = { readonly column: Column; readonly descending: boolean }

type RowOrder = {
  /** What a row `r` is sorted by, as `key`. */
  readonly key: RawBuilder<unknown>
  readonly orderBy: RawBuilder<unknown>
  readonly isAfter: (place: Place) => RawBuilder<boolean>
}

const AS_SAVED: RowOrder = {
  key: sql`(select 0 as rank, 0 as number, '' as text)`,
  orderBy: sql`r.position`,
  isAfter: ({ position }) => sql<boolean>`r.position > ${position}::bigint`,
}

export function rowOrder(sorting: Sorting | undefined): RowOrder {
  if (sorting === undefined) return AS_SAVED
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
