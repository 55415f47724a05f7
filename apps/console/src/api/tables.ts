import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, send } from './request.ts'
import type { Page } from './types.ts'

export type ListedTable = {
  readonly id: string
  readonly name: string
  readonly stack: string
  readonly columns: readonly string[]
  readonly documents: number
  readonly rows: number
  readonly status: 'in_progress' | 'completed'
  readonly created_at: string
}

export type TableColumn = {
  readonly name: string
  readonly argument: string
  readonly type: string
  readonly description?: string
}

export type Table = {
  readonly id: string
  readonly name: string
  readonly mode: 'auto' | 'custom'
  readonly columns: readonly TableColumn[]
  readonly status: 'in_progress' | 'completed'
}

export type CellValue = string | number | null
export type Source = { readonly page?: number; readonly quote?: string }

export type Row = {
  readonly document_id: string
  readonly filename: string
  readonly row_data: Readonly<Record<string, CellValue>>
  readonly confidence_scores: Readonly<Record<string, number>>
  readonly sources: Readonly<Record<string, Source>>
  readonly version: number
  readonly updated_at: string
}

export type RowFilter = {
  readonly column?: string
  readonly value?: string
  readonly sort_by?: string
  readonly descending?: string
}

export type Change = {
  readonly id: string
  readonly undo_token: string
  readonly action: string
  readonly document_id: string | null
  readonly old: Readonly<Record<string, CellValue>> | null
  readonly new: Readonly<Record<string, CellValue>> | null
  readonly is_undone: boolean
  readonly changed_by: string
  readonly changed_at: string
}

export type UncertainCell = {
  readonly document_id: string
  readonly filename: string
  readonly column: string
  readonly value: CellValue
  readonly confidence: number
  readonly source?: Source
}

export const tablesQuery = queryOptions({
  queryKey: ['tables', 'list'],
  queryFn: async ({ signal }) =>
    (await api.get<Page<'tables', ListedTable>>('/v1/tables', { query: { limit: 1000 }, signal }))
      .tables,
})

export const tableQuery = (id: string) =>
  queryOptions({
    queryKey: ['tables', 'one', id],
    queryFn: ({ signal }) => api.get<Table>(`/v1/tables/${id}`, { signal }),
  })

type RowsPage = Page<'rows', Row> & { readonly total?: number }

/** The first page also counts all rows that match. */
export const rowsQuery = (id: string, { column, value, ...order }: RowFilter) =>
  infiniteQueryOptions({
    queryKey: ['tables', 'rows', id, column ?? '', value ?? '', order],
    queryFn: ({ pageParam, signal }) =>
      api.get<RowsPage>(`/v1/tables/${id}/rows`, {
        query: {
          ...order,
          ...(column && value && { filters: JSON.stringify([containing(column, value)]) }),
          limit: 200,
          cursor: pageParam,
          count: pageParam === undefined,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

const containing = (column: string, value: string) => ({ column, operator: 'contains', value })

export const historyQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: ['tables', 'history', id, documentId],
    queryFn: async ({ signal }) =>
      (
        await api.get<Page<'changes', Change>>(`/v1/tables/${id}/history`, {
          query: { document_id: documentId, limit: 50 },
          signal,
        })
      ).changes,
  })

export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['tables', 'review', id],
    queryFn: async ({ signal }) =>
      (
        await api.get<Page<'cells', UncertainCell>>(`/v1/tables/${id}/review`, {
          query: { limit: 50 },
          signal,
        })
      ).cells,
  })

/** Calls a tool of a table. */
export const callTableTool = <Answer>(id: string, tool: string, input: object) =>
  api.post<Answer>(`/v1/tables/${id}/tools/${tool}`, input)

export const updateCell = (
  id: string,
  documentId: string,
  column: TableColumn | undefined,
  value: CellValue,
  confidence?: number,
) => {
  const name = column?.argument ?? ''
  return callTableTool<{ message: string; undo_token: string }>(id, 'update_table_row', {
    document_id: documentId,
    updates: { [name]: value === null ? null : String(value) },
    ...(confidence !== undefined && { confidence_scores: { [name]: confidence } }),
  })
}

/** Imports a CSV file; a file with an invalid line changes nothing. */
export async function importFile(id: string, file: File): Promise<string> {
  const response = await send('POST', `/v1/tables/${id}/import`, {
    body: await file.text(),
    headers: { 'content-type': 'text/csv' },
  })
  return ((await response.json()) as { message: string }).message
}

/** Saves an export. A link would not carry the workspace of the root key. */
export async function exportTable({ id, name }: Table, format: 'csv' | 'json'): Promise<void> {
  const response = await send('GET', `/v1/tables/${id}/export`, { query: { format } })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `${name}.${format}`
  link.click()
  URL.revokeObjectURL(link.href)
}
