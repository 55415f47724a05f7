import { ToolError } from '../tool/tool-error.ts'
import { unknownCursor } from './cursor.ts'
import { type Page, type PageRequest, pageSize, readCursor, toPage } from './page.ts'

/** The parameters of a list. */
export type ListRequest = PageRequest & {
  /** Only entries that contain this text, ignoring case. */
  readonly search?: string | undefined
  /** The name of one of the list's orders; by default, its standard order. */
  readonly sortBy?: string | undefined
  readonly descending?: boolean | undefined
}

/** One of the values by which a list is sorted; `isPosition` says which texts a cursor may contain. */
type Key = { isPosition(text: string): boolean }

export type Orders<SortKey extends Key> = Readonly<Record<string, readonly SortKey[]>>

export type Sorting<SortKey extends Key> = {
  readonly name: string
  readonly keys: readonly SortKey[]
  readonly descending: boolean
  /** The values of the last entry of the previous page. */
  readonly after: readonly string[] | undefined
}

type Standard = { readonly sortBy: string; readonly descending?: boolean }

/** The order of a request and the start of its page. A cursor is valid only for the order it was issued for. */
export function readSorting<SortKey extends Key>(
  request: ListRequest,
  orders: Orders<SortKey>,
  standard: Standard,
): Sorting<SortKey> {
  if (request.descending && request.sortBy === undefined) {
    throw new ToolError('invalid_input', "Parameter 'descending' requires 'sort_by'.", {
      suggestion: `Choose what to sort by: ${Object.keys(orders).join(', ')}.`,
    })
  }
  const { sortBy: name, descending = false } = request.sortBy === undefined ? standard : request
  const keys = name === undefined ? undefined : orders[name]
  if (name === undefined || keys === undefined) throw unknownCursor()
  const [, ...after] =
    readCursor(
      request,
      (text) => text === nameOf(name, descending),
      ...keys.map((key) => (text: string) => key.isPosition(text)),
    ) ?? []
  return { name, keys, descending, after: after.length > 0 ? after : undefined }
}

const nameOf = (name: string, descending: boolean) => `${name} ${descending ? 'desc' : 'asc'}`

/** The same as `toPage`, for rows whose `position` contains the values they are sorted by. */
export function toSortedPage<Row extends { position: readonly string[] }>(
  rows: Row[],
  request: ListRequest,
  { name, descending }: Pick<Sorting<Key>, 'name' | 'descending'>,
): Page<Omit<Row, 'position'>> {
  const page = toPage(rows, pageSize(request), ({ position }) => [
    nameOf(name, descending),
    ...position,
  ])
  return { ...page, rows: page.rows.map(({ position: _, ...row }) => row) }
}
