import { queryOptions } from '@tanstack/react-query'
import { api } from './request.ts'

export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.get('/v1/workspaces', { signal })).workspaces,
})

/** The first names, to choose from; the view of agents has all of them. */
export const agentNamesQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['agents', 'names', workspace],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { agents } = await api.get('/v1/agents', {
        query: { limit: 1000 },
        signal,
      })
      return agents.map(({ name }) => name)
    },
  })
