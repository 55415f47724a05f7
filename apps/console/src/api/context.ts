import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './request.ts'
import type { Page } from './types.ts'

export type Readers = {
  readonly everyone: boolean
  readonly topics: readonly string[]
  readonly agents: readonly string[]
  readonly unregistered_agents: number
}

export type Item = {
  readonly key: string
  readonly value?: unknown
  readonly bytes: number
  readonly version: number
  readonly written_by: string
  readonly written_at: string
  readonly ttl_remaining: number | null
  readonly readers: Readers
}

/** A key as an agent sees it with list_context. */
export type ReadableKey = {
  readonly key: string
  readonly source: string
  readonly ttl_remaining?: number
  readonly version: number
  readonly written_by: string
  readonly updated_at: string
}

export type Version = {
  readonly version: number
  readonly value: unknown
  readonly written_by: string
  readonly at: string
  readonly current: boolean
}

export type Topic = {
  readonly name: string
  readonly subscriber_count: number
  /** At most 100 of them. */
  readonly subscribers: readonly string[]
  readonly recent_activity: boolean
}

export const itemsQuery = (pattern: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['context', 'list', pattern ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<'context', Item>>('/v1/context', {
        query: { pattern, limit: 100, cursor: pageParam },
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
      const { context } = await api.get<Page<'context', Item>>('/v1/context', {
        query: { key },
        signal,
      })
      return context[0] ?? null
    },
  })

const callAs = <Answer>(tool: string, agent: string | undefined, input: object) =>
  api.post<Answer>(`/v1/tools/${tool}`, input, {
    ...(agent !== undefined && { headers: { 'x-agent': agent } }),
  })

/** The keys that an agent can read. Without `agent`: those of the signed-in key. */
export const readableQuery = (agent: string | undefined, pattern: string | undefined) =>
  queryOptions({
    queryKey: ['context', 'readable', agent ?? '', pattern ?? ''],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const input = { limit: 1000, ...(pattern !== undefined && { pattern }) }
      return (await callAs<{ context_keys: ReadableKey[] }>('list_context', agent, input))
        .context_keys
    },
  })

type StoredVersion = Omit<Version, 'at' | 'current'> & {
  readonly written_at: string
  readonly is_current: boolean
}

/** The versions of a key: for the operator all of them, for an agent those that it could read. */
export const versionsQuery = (key: string, isRoot: boolean) =>
  queryOptions({
    queryKey: ['context', 'versions', key, isRoot],
    queryFn: async ({ signal }): Promise<readonly Version[]> => {
      if (!isRoot) {
        return (await callAs<{ versions: Version[] }>('read_history', undefined, { key })).versions
      }
      const { versions } = await api.get<{ versions: StoredVersion[] }>('/v1/context/versions', {
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
  api.post<{ version: number }>('/v1/context/restore', {
    key,
    version,
    if_version: currentVersion,
  })

export const topicsQuery = queryOptions({
  queryKey: ['topics'],
  queryFn: async () =>
    (await callAs<{ topics: Topic[] }>('discover_topics', undefined, { limit: 500 })).topics,
})
