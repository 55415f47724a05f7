import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { readAgain } from '../../api/long-lists.ts'
import { useMay } from '../../api/session.ts'
import {
  type ListedTable,
  reviewQuery,
  tableQuery,
  tablesQuery,
  type UncertainCell,
  updateCell,
} from '../../api/tables.ts'
import { Badge } from '../../ui/badge.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { ForbiddenView } from '../../ui/not-permitted.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Loading, NextStep } from '../../ui/states.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { SourceText } from '../tables/source-text.tsx'
import './review.css'

const FILTERS = ['table'] as const

/** Doubtful cells, one after the other, each with its source. */
export function ReviewView() {
  return useMay()('list_doubtful_cells') ? (
    <Review />
  ) : (
    <ForbiddenView title="Review" what="doubtful cells" tool="read_review_list" />
  )
}

function Review() {
  const filters = useFilters(FILTERS)
  const { data: listed = [], isPending: isListing } = useQuery(tablesQuery)
  const { tables, isCounting } = useCounted(listed)
  const isPending = isListing || isCounting
  const usual = tables.find(({ count }) => count > 0) ?? tables[0]
  const table = filters.values.table ?? (isCounting ? undefined : usual?.id)
  return (
    <Page
      title="Review"
      lead="Cells whose confidence is below 80 %. Accept them with A, or correct them with C."
    >
      {tables.length > 0 && (
        <FilterBar
          filters={filters}
          fields={[
            {
              name: 'table',
              label: 'Table',
              all: usual?.label ?? '',
              options: tables
                .filter(({ id }) => id !== usual?.id)
                .map(({ id, label }) => ({ value: id, label })),
            },
          ]}
        />
      )}
      {isPending && table === undefined && <Loading />}
      {!isPending && table === undefined && (
        <EmptyState
          title="Nothing to review"
          action={<NextStep to="/tables">Show the tables</NextStep>}
        >
          Doubtful cells appear here when agents save rows with a confidence for each cell.
        </EmptyState>
      )}
      {table !== undefined && <Cells key={table} tableId={table} />}
    </Page>
  )
}

const COUNTED = 20

/** Tables that have rows, the first of them with the number of their doubtful cells. */
function useCounted(tables: readonly ListedTable[]) {
  const filled = tables.filter(({ rows }) => rows > 0)
  const counts = useQueries({
    queries: filled.slice(0, COUNTED).map(({ id }) => reviewQuery(id)),
  })
  const counted = filled.map(({ id, name }, index) => {
    const count = counts[index]?.data?.length ?? 0
    return { id, count, label: count === 0 ? name : `${name} (${count})` }
  })
  return { tables: counted, isCounting: counts.some(({ isPending }) => isPending) }
}

function Cells({ tableId }: { tableId: string }) {
  const { data: cells, error } = useQuery(reviewQuery(tableId))
  if (error) return <ErrorState error={error} />
  if (cells === undefined) return <Loading />
  const [first, ...others] = cells
  if (first === undefined) {
    return (
      <EmptyState title="Nothing to review">
        Every cell of this table has a confidence of at least 80 %, or none was given. Choose
        another table, or come back when agents have saved more rows.
      </EmptyState>
    )
  }
  return (
    <>
      <CellReview
        key={`${first.document_id} ${first.column} ${first.value}`}
        tableId={tableId}
        cell={first}
      />
      {others.length > 0 && <p className="muted">{others.length} more to review</p>}
    </>
  )
}

type Props = { tableId: string; cell: UncertainCell }

function CellReview({ tableId, cell }: Props) {
  const { document_id, filename, column, value, confidence, source } = cell
  const client = useQueryClient()
  const may = useMay()
  const { data: table } = useQuery(tableQuery(tableId))
  const [draft, setDraft] = useState<string>()
  const box = useRef<HTMLElement>(null)
  // The keys work as soon as the cell is shown.
  useEffect(() => box.current?.focus(), [])
  const save = useMutation({
    mutationFn: (text: typeof value) =>
      updateCell(
        tableId,
        document_id,
        table?.columns.find(({ name }) => name === column),
        text,
        1,
      ),
    onSuccess: () => readAgain(client, 'tables'),
  })
  const canEdit = may('import_table') && table !== undefined
  const text = value === null ? '' : String(value)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canEdit || save.isPending || draft !== undefined) return
    if (event.key === 'a') save.mutate(value)
    if (event.key !== 'c') return
    event.preventDefault()
    setDraft(text)
  }
  return (
    <section
      ref={box}
      className="card review"
      aria-label={`${column} of ${filename}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <header>
        <h2>
          {column} <span className="muted">of {filename}</span>
        </h2>
        <Badge tone={confidence < 0.5 ? 'bad' : 'warn'}>{Math.round(confidence * 100)} %</Badge>
      </header>
      <div className="body">
        {draft === undefined ? (
          <p className="review-value">{text === '' ? 'empty' : text}</p>
        ) : (
          <form
            className="review-form"
            onSubmit={(event) => {
              event.preventDefault()
              save.mutate(draft === '' ? null : draft)
            }}
          >
            <input
              ref={(field) => field?.focus()}
              className="input"
              aria-label={`Correct value of ${column}`}
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && setDraft(undefined)}
            />
            <button type="submit" className="button" data-kind="primary">
              Save
            </button>
          </form>
        )}
        {source === undefined ? (
          <p className="muted">No source was given.</p>
        ) : (
          <SourceText source={source} />
        )}
        {canEdit && draft === undefined && (
          <div className="review-form">
            <button
              type="button"
              className="button"
              data-kind="primary"
              disabled={save.isPending}
              onClick={() => save.mutate(value)}
            >
              Accept <kbd>A</kbd>
            </button>
            <button type="button" className="button" onClick={() => setDraft(text)}>
              Correct <kbd>C</kbd>
            </button>
          </div>
        )}
      </div>
    </section>
  )
}
