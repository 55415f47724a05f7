import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Sorting } from './use-sorting.ts'

export type Column<Row> = {
  readonly id: string
  readonly header: string
  /** A width of CSS grid: `120px`, `minmax(160px, 1fr)`. */
  readonly width: string
  readonly align?: 'end'
  /** The name by which the gateway sorts; without it, the column cannot be sorted. */
  readonly sortBy?: string
  readonly cell: (row: Row) => ReactNode
}

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  onOpen?: (row: Row) => void
  selectedId?: string
  sorting?: Sorting
  /** Called when the last rows are near. */
  onEnd?: () => void
  /** Called with the first and the last row that are drawn. */
  onView?: (first: number, last: number) => void
  /** CSS height of the box; by default the rest of the window. */
  height?: string
}

const ROW_PX = 36
const OVERSCAN = 12

/** The least width at which every column has its own least width. */
const leastWidth = (columns: readonly { readonly width: string }[]): number =>
  columns.reduce((sum, { width }) => sum + Number(/\d+/.exec(width)?.[0] ?? 0), 0)

/** A table that draws only the rows in view, so that it stays quick with any number of them. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowId, onOpen, selectedId, onEnd, onView, sorting } = props
  const { height = 'max(320px, calc(100dvh - 230px))' } = props
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollPaddingStart: ROW_PX,
  })
  const items = virtual.getVirtualItems()
  const [firstIndex, lastIndex] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => onView?.(firstIndex, lastIndex), [firstIndex, lastIndex, onView])
  useEffect(() => {
    if (rows.length > 0 && lastIndex >= rows.length - OVERSCAN) onEnd?.()
  }, [lastIndex, rows.length, onEnd])

  const template = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }
  const moveFocus = (event: KeyboardEvent, from: number) => {
    const to = { ArrowDown: from + 1, ArrowUp: from - 1 }[event.key]
    if (to === undefined || to < 0 || to >= rows.length) return
    event.preventDefault()
    virtual.scrollToIndex(to)
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus(),
    )
  }
  const contentHeight = virtual.getTotalSize() + ROW_PX
  return (
    <div
      className="table-box"
      ref={box}
      style={{ maxHeight: height }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div
        className="table"
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        style={{ minHeight: contentHeight, minWidth: leastWidth(columns) }}
      >
        <div className="head" role="row" style={template}>
          {columns.map((column) => (
            <Header key={column.id} column={column} sorting={sorting} />
          ))}
        </div>
        <div className="rows" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            const id = rowId(row)
            return (
              <div
                key={id}
                className="row"
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                data-last={index === rows.length - 1}
                data-selected={id === selectedId}
                data-clickable={onOpen !== undefined}
                tabIndex={onOpen === undefined ? undefined : 0}
                style={{ ...template, transform: `translateY(${start}px)` }}
                onClick={() => onOpen?.(row)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row)
                  moveFocus(event, index)
                }}
              >
                {columns.map(({ id: column, align, cell }) => (
                  <div key={column} className="cell" role="cell" data-align={align}>
                    {cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

type HeaderProps<Row> = { column: Column<Row>; sorting: Sorting | undefined }

function Header<Row>({ column: { header, align, sortBy }, sorting }: HeaderProps<Row>) {
  if (sortBy === undefined || sorting === undefined) {
    return (
      <div className="cell" role="columnheader" data-align={align}>
        <Cut title={header}>{header}</Cut>
      </div>
    )
  }
  const { sort_by, descending } = sorting.order
  const direction = descending === 'true' ? 'descending' : 'ascending'
  return (
    <div
      className="cell"
      role="columnheader"
      data-align={align}
      aria-sort={sort_by === sortBy ? direction : 'none'}
    >
      <button
        type="button"
        className="sort cut"
        title={`Sort by ${header}`}
        onClick={() => sorting.sortBy(sortBy)}
      >
        {header}
      </button>
    </div>
  )
}

/** Text in a cell that is cut off at the edge. */
export const Cut = ({ children, title }: { children: ReactNode; title?: string }) => (
  <span className="cut" title={title}>
    {children}
  </span>
)
