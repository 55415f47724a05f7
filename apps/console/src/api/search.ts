import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from './request.ts'
import { toolsQuery } from './tools.ts'

export type Found = Answer<'/v1/search'>['results'][number]

const LIMIT = 5

/** Searches in everything that the key may list; a key for some tools only finds these. */
export const searchQuery = (text: string, maySearch: boolean, client: QueryClient) =>
  queryOptions({
    queryKey: ['search', text],
    enabled: text.trim().length > 1,
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<Found[]> => {
      const query = { text: text.trim(), limit: LIMIT }
      if (maySearch) return (await api.get('/v1/search', { query, signal })).results
      return findTools(client, query.text)
    },
  })

async function findTools(client: QueryClient, text: string): Promise<Found[]> {
  const tools = await client.ensureQueryData(toolsQuery)
  return tools
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .slice(0, LIMIT)
    .map(({ name, description }) => ({ kind: 'tool', id: name, label: name, detail: description }))
}
