import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { type Answer, api, send } from './request.ts'

export type ListedTable = Answer<'/v1/tables'>['tables'][number]

export type Table = Answer<'/v1/tables/{id}'>

export type TableColumn = Table['columns'][number]

export type CellValue = string | number | null

export type Source = { readonly page?: number; readonly quote?: string }

type RowsPage = Answer<'/v1/tables/{id}/rows'>

// The columns are the user's, so the document does not say what their cells are.
export type Row = Omit<RowsPage['rows'][number], 'row_data' | 'sources'> & {
  readonly row_data: Cells
  readonly sources: Readonly<Record<string, Source>>
}

type Cells = Readonly<Record<string, CellValue>>
type ListedChange = Answer<'/v1/tables/{id}/history'>['changes'][number]
type ListedCell = Answer<'/v1/tables/{id}/review'>['cells'][number]

export type RowFilter = {
  readonly column?: string
  readonly value?: string
  readonly sort_by?: string
  readonly descending?: string
}

export type Change = Omit<ListedChange, 'old' | 'new'> & {
  readonly old: Cells | null
  readonly new: Cells | null
}

export type UncertainCell = Omit<ListedCell, 'value' | 'source'> & {
  readonly value: CellValue
  readonly source?: Source
}

export const tablesQuery = queryOptions({
  queryKey: ['tables', 'list'],
  queryFn: async ({ signal }) =>
    (await api.get('/v1/tables', { query: { limit: 1000 }, signal })).tables,
})

export const tableQuery = (id: string) =>
  queryOptions({
    queryKey: ['tables', 'one', id],
    queryFn: ({ signal }) => api.get('/v1/tables/{id}', { path: { id }, signal }),
  })

/** The first page also counts all rows that match. */
export const rowsQuery = (id: string, { column, value, ...order }: RowFilter) =>
  infiniteQueryOptions({
    queryKey: ['tables', 'rows', id, column ?? '', value ?? '', order],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v1/tables/{id}/rows', {
        path: { id },
        query: {
          ...order,
          ...(column && value && { filters: JSON.stringify([containing(column, value)]) }),
          limit: 200,
          cursor: pageParam,
          count: pageParam === undefined,
        },
        signal,
      }) as Promise<Omit<RowsPage, 'rows'> & { rows: Row[] }>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** The row of a document, for one that is on a page that has not been read. */
export const rowQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: ['tables', 'row', id, documentId],
    queryFn: async ({ signal }): Promise<Row | null> => {
      const document = await api.get('/v1/documents/{id}', { path: { id: documentId }, signal })
      const query = { search: document.filename, limit: 200 }
      const { rows } = (await api.get('/v1/tables/{id}/rows', { path: { id }, query, signal })) as {
        rows: Row[]
      }
      return rows.find(({ document_id }) => document_id === documentId) ?? null
    },
  })

const containing = (column: string, value: string) => ({ column, operator: 'contains', value })

export const historyQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: ['tables', 'history', id, documentId],
    queryFn: async ({ signal }) =>
      (
        await api.get('/v1/tables/{id}/history', {
          path: { id },
          query: { document_id: documentId, limit: 50 },
          signal,
        })
      ).changes as Change[],
  })

export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['tables', 'review', id],
    queryFn: async ({ signal }) =>
      (
        await api.get('/v1/tables/{id}/review', {
          path: { id },
          query: { limit: 50 },
          signal,
        })
      ).cells as UncertainCell[],
  })

/** Takes back everything that one call has changed. */
export const undoChange = (id: string, undoToken: string) =>
  api.post('/v1/tables/{id}/tools/undo_change', { undo_token: undoToken }, { path: { id } })

export type BulkUpdate = {
  readonly column: string
  readonly match_value: string
  readonly new_value: string
  readonly preview?: boolean
  readonly expected_rows?: number | undefined
}

export const bulkUpdate = (id: string, update: BulkUpdate) =>
  api.post('/v1/tables/{id}/tools/bulk_update_rows', update, { path: { id } })

export const updateCell = (
  id: string,
  documentId: string,
  column: TableColumn | undefined,
  value: CellValue,
  confidence?: number,
) => {
  const name = column?.argument ?? ''
  const update = {
    document_id: documentId,
    updates: { [name]: value === null ? null : String(value) },
    ...(confidence !== undefined && { confidence_scores: { [name]: confidence } }),
  }
  return api.post('/v1/tables/{id}/tools/update_table_row', update, { path: { id } })
}

type ShownCell = {
  readonly documentId: string
  readonly column: TableColumn
  readonly value: CellValue
}

/** Puts a saved value into the rows that are shown, which may be too many to be read again. */
export function showCell(
  client: QueryClient,
  id: string,
  { documentId, column, value }: ShownCell,
): void {
  const change = (row: Row): Row =>
    row.document_id === documentId
      ? { ...row, row_data: { ...row.row_data, [column.name]: value } }
      : row
  client.setQueriesData<InfiniteData<{ rows: Row[] }>>(
    { queryKey: ['tables', 'rows', id] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(change) })),
      },
  )
}

/** Imports a CSV file; a file with an invalid line changes nothing. */
export async function importFile(id: string, file: File): Promise<string> {
  const imported = await send<Answer<'/v1/tables/{id}/import', 'post'>>(
    'post',
    '/v1/tables/{id}/import',
    { path: { id }, body: await file.text(), headers: { 'content-type': 'text/csv' } },
  )
  return imported.message
}

/** Saves an export. A link would not carry the workspace of the root key. */
export async function exportTable({ id, name }: Table, format: 'csv' | 'json'): Promise<void> {
  const content = await send<Blob>('get', '/v1/tables/{id}/export', {
    path: { id },
    query: { format },
    parseAs: 'blob',
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = `${name}.${format}`
  link.click()
  URL.revokeObjectURL(link.href)
}
