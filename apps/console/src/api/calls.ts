import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './request.ts'

export type CallFilter = {
  readonly agent?: string
  readonly tool?: string
  readonly code?: string
  readonly outcome?: string
  readonly request_id?: string
  readonly since?: string
  readonly until?: string
  readonly search?: string
  readonly sort_by?: string
  readonly descending?: string
}

export const callsQuery = (filter: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['calls', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v1/calls', {
        query: { ...filter, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export const callQuery = (id: string) =>
  queryOptions({
    queryKey: ['call', id],
    // A call in the log does not change.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.get('/v1/calls/{id}', { path: { id }, signal }),
  })

/** The newest call of an agent; null if there is none. */
export const newestCallQuery = (agent: string) =>
  queryOptions({
    queryKey: ['calls', 'newest', agent],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { calls } = await api.get('/v1/calls', { query: { agent, limit: 1 }, signal })
      return calls[0] ?? null
    },
  })

export const statsQuery = (by: string, since?: string) =>
  queryOptions({
    queryKey: ['stats', by, since ?? ''],
    queryFn: ({ signal }) => api.get('/v1/stats', { query: { by, since }, signal }),
    placeholderData: keepPreviousData,
  })
