import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api } from './request.ts'

export type Item = Answer<'/v1/context'>['context'][number]

export type Readers = Item['readers']

/** A key as an agent sees it with list_context. */
export type ReadableKey = Answer<'/v1/tools/list_context', 'post'>['context_keys'][number]

export type Version = Answer<'/v1/tools/read_history', 'post'>['versions'][number]

/** At most 100 of its subscribers. */
export type Topic = Answer<'/v1/tools/discover_topics', 'post'>['topics'][number]

type Order = { readonly sort_by?: string; readonly descending?: string }

export const itemsQuery = (pattern: string | undefined, order: Order = {}) =>
  infiniteQueryOptions({
    queryKey: ['context', 'list', pattern ?? '', order],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v1/context', {
        query: { ...order, pattern, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** A key with its value for the operator; null if the key has none. */
export const itemQuery = (key: string) =>
  queryOptions({
    queryKey: ['context', 'one', key],
    queryFn: async ({ signal }) => {
      const { context } = await api.get('/v1/context', {
        query: { key },
        signal,
      })
      return context[0] ?? null
    },
  })

const actAs = (agent: string | undefined) =>
  agent === undefined ? {} : { headers: { 'x-agent': agent } }

/** The keys that an agent can read. Without `agent`: those of the signed-in key. */
export const readableQuery = (agent: string | undefined, pattern: string | undefined) =>
  queryOptions({
    queryKey: ['context', 'readable', agent ?? '', pattern ?? ''],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const input = { limit: 1000, ...(pattern !== undefined && { pattern }) }
      return (await api.post('/v1/tools/list_context', input, actAs(agent))).context_keys
    },
  })

/** The versions of a key: for the operator all of them, for an agent those that it could read. */
export const versionsQuery = (key: string, isRoot: boolean) =>
  queryOptions({
    queryKey: ['context', 'versions', key, isRoot],
    queryFn: async ({ signal }): Promise<readonly Version[]> => {
      if (!isRoot) {
        return (await api.post('/v1/tools/read_history', { key })).versions
      }
      const { versions } = await api.get('/v1/context/versions', {
        query: { key },
        signal,
      })
      return versions.map(({ written_at, is_current, ...version }) => ({
        ...version,
        at: written_at,
        current: is_current,
      }))
    },
  })

export const restoreVersion = (key: string, version: number, currentVersion: number) =>
  api.post('/v1/context/restore', {
    key,
    version,
    if_version: currentVersion,
  })

export const topicsQuery = queryOptions({
  queryKey: ['topics'],
  queryFn: async () => (await api.post('/v1/tools/discover_topics', { limit: 500 })).topics,
})
