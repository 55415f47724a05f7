import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { exportTable, type Row, rowsQuery, type Table, tableQuery } from '../../api/tables.ts'
import type { Column } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ForbiddenView } from '../../ui/not-permitted.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSorting } from '../../ui/use-sorting.ts'
import { BulkUpdate } from './bulk-update.tsx'
import { EditableCell } from './editable-cell.tsx'
import { DropZone, ImportButton } from './import-csv.tsx'
import { RowDetail } from './row-detail.tsx'
import './tables.css'

const FILTERS = ['column', 'value', 'row'] as const

/** The rows of one table: sorted, filtered, changed in place, imported and exported. */
export function TableView() {
  return useMay()('get_table') ? (
    <OneTable />
  ) : (
    <ForbiddenView title="Table" what="tables" tool="read_rows" />
  )
}

function OneTable() {
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
  const sorting = useSorting()
  const query = rowsQuery(table.id, { ...wanted, ...sorting.order })
  const list = useInfiniteQuery(query)
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
          queryKey={query.queryKey}
          columns={columnsOf(table, canEdit, (document) => void setFilter('row', document))}
          rows={rows}
          rowId={(row) => row.document_id}
          selectedId={openRow}
          sorting={sorting}
          empty={
            <EmptyState title={wanted.value ? 'No rows match' : 'No rows yet'}>
              {table.columns.length === 0
                ? 'An agent defines the columns with define_columns and then saves rows.'
                : 'Agents save rows with save_table_row. Drop a CSV file here, or choose one with Import CSV.'}
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
      sortBy: column.name,
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
          source={row.sources[column.name]}
          canEdit={canEdit}
        />
      ),
    }),
  ),
]

function RowFilters({ table: { columns } }: { table: Table }) {
  const filters = useFilters(FILTERS)
  const options = columns.map(({ name }) => ({ value: name, label: name }))
  return (
    <FilterBar
      filters={filters}
      fields={[
        { name: 'column', label: 'Column to search', all: 'Search in …', options },
        { name: 'value', label: 'Contains' },
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
        <>
          <ImportButton table={table} />
          <button type="button" className="button" onClick={() => setChanging(true)}>
            Change many
          </button>
        </>
      )}
      {isChanging && <BulkUpdate table={table} onClose={() => setChanging(false)} />}
    </>
  )
}
