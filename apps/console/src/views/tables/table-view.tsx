import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { useMay } from '../../api/session.ts'
import {
  exportTable,
  importFile,
  type Row,
  rowsQuery,
  type Table,
  tableQuery,
} from '../../api/tables.ts'
import type { Column } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useFilters } from '../../ui/use-filters.ts'
import { BulkUpdate } from './bulk-update.tsx'
import { EditableCell } from './editable-cell.tsx'
import { RowDetail } from './row-detail.tsx'
import './tables.css'

const FILTERS = ['column', 'value', 'sort_by', 'descending', 'row'] as const

/** The rows of one table: sorted, filtered, changed in place, imported and exported. */
export function TableView() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data: table, error } = useQuery(tableQuery(id))
  if (error) return <ErrorState error={error} />
  if (table === undefined) return <Loading />
  return <Grid table={table} />
}

function Grid({ table }: { table: Table }) {
  const may = useMay()
  const { values, setFilter } = useFilters(FILTERS)
  const { row: openRow, ...wanted } = values
  const list = useInfiniteQuery(rowsQuery(table.id, wanted))
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const total = list.data?.pages[0]?.total
  const canEdit = may('import_table')
  return (
    <DropZone table={table} canImport={canEdit}>
      <Page title={table.name} actions={<Actions table={table} canEdit={canEdit} />}>
        <RowFilters table={table} />
        <PagedTable
          label={table.name}
          list={list}
          columns={columnsOf(table, canEdit, (document) => void setFilter('row', document))}
          rows={rows}
          rowId={(row) => row.document_id}
          selectedId={openRow}
          empty={
            <EmptyState title={wanted.value ? 'No rows match' : 'No rows yet'}>
              {table.columns.length === 0
                ? 'An agent defines the columns with define_columns and then saves rows.'
                : 'Agents save rows with save_table_row. Drop a CSV file here to import some.'}
            </EmptyState>
          }
        />
        <p className="table-foot" role="status">
          {total !== undefined && `${formatNumber(total)} ${total === 1 ? 'row' : 'rows'}`}
        </p>
        {openRow !== undefined && (
          <RowDetail
            table={table}
            documentId={openRow}
            row={rows.find(({ document_id }) => document_id === openRow)}
            onClose={() => void setFilter('row', undefined)}
          />
        )}
      </Page>
    </DropZone>
  )
}

const columnsOf = (
  { id, columns }: Table,
  canEdit: boolean,
  onOpen: (documentId: string) => void,
): readonly Column<Row>[] => [
  {
    id: 'document',
    header: 'Document',
    width: 'minmax(220px, 1.4fr)',
    cell: ({ document_id, filename }) => (
      <button type="button" className="link cut" onClick={() => onOpen(document_id)}>
        {filename}
      </button>
    ),
  },
  ...columns.map(
    (column): Column<Row> => ({
      id: `column ${column.name}`,
      header: column.name,
      width: 'minmax(140px, 1fr)',
      ...(column.type === 'number' && { align: 'end' as const }),
      cell: (row) => (
        <EditableCell
          tableId={id}
          documentId={row.document_id}
          filename={row.filename}
          column={column}
          value={row.row_data[column.name] ?? null}
          confidence={row.confidence_scores[column.name]}
          canEdit={canEdit}
        />
      ),
    }),
  ),
]

function RowFilters({ table: { columns } }: { table: Table }) {
  const filters = useFilters(FILTERS)
  const options = columns.map(({ name }) => ({ value: name, label: name }))
  const direction = {
    name: 'descending',
    label: 'Direction',
    all: 'Ascending',
    options: [{ value: 'true', label: 'Descending' }],
  } as const
  return (
    <FilterBar
      filters={filters}
      fields={[
        { name: 'column', label: 'Column to search', all: 'Search in …', options },
        { name: 'value', label: 'Contains' },
        { name: 'sort_by', label: 'Sort by', all: 'In the order of documents', options },
        ...(filters.values.sort_by === undefined ? [] : [direction]),
      ]}
    />
  )
}

function Actions({ table, canEdit }: { table: Table; canEdit: boolean }) {
  const [isChanging, setChanging] = useState(false)
  const save = useMutation({
    mutationFn: (format: 'csv' | 'json') => exportTable(table, format),
  })
  return (
    <>
      {(['csv', 'json'] as const).map((format) => (
        <button
          key={format}
          type="button"
          className="button"
          disabled={save.isPending}
          onClick={() => save.mutate(format)}
        >
          Export {format.toUpperCase()}
        </button>
      ))}
      {canEdit && table.columns.length > 0 && (
        <button type="button" className="button" onClick={() => setChanging(true)}>
          Change many
        </button>
      )}
      {isChanging && <BulkUpdate table={table} onClose={() => setChanging(false)} />}
    </>
  )
}

type DropProps = { table: Table; canImport: boolean; children: React.ReactNode }

/** Imports a CSV file that is dropped on the page. */
function DropZone({ table, canImport, children }: DropProps) {
  const client = useQueryClient()
  const [isOver, setOver] = useState(false)
  const importing = useMutation({
    mutationFn: (file: File) => importFile(table.id, file),
    onSuccess: (message) => {
      toast.done(message)
      void client.invalidateQueries({ queryKey: ['tables'] })
    },
  })
  if (!canImport) return children
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) importing.mutate(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to `qm tables import`.
    <div
      className="drop-zone"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {importing.isPending && (
        <p className="notice" role="status">
          Importing …
        </p>
      )}
      {children}
    </div>
  )
}
