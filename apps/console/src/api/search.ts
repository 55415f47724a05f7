import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { api, send } from './request.ts'
import { type ListedTool, toolsQuery } from './tools.ts'

export type Found = {
  readonly kind: 'tool' | 'agent' | 'context' | 'table' | 'schedule'
  readonly id: string
  readonly label: string
}

const LIMIT = 5

type May = (operation: string) => boolean

/** Searches in everything that the key may list; a list that fails has no results. */
export const searchQuery = (text: string, may: May, client: QueryClient) =>
  queryOptions({
    queryKey: ['search', text],
    enabled: text.trim().length > 1,
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<Found[]> => {
      const list = async <Row>(
        operation: string,
        path: string,
        name: string,
        query: Record<string, string>,
        present: (row: Row) => Found,
      ): Promise<Found[]> => {
        if (!may(operation)) return []
        const options = { query: { ...query, limit: LIMIT }, signal }
        const page = await send<Record<string, Row[]>>('get', path, options).catch(() => undefined)
        return page?.[name]?.map(present) ?? []
      }
      const search = text.trim()
      const results = await Promise.all([
        findTools(client, search),
        list('list_agents', '/v1/agents', 'agents', { search }, ({ name }: { name: string }) => ({
          kind: 'agent',
          id: name,
          label: name,
        })),
        list(
          'list_all_context',
          '/v1/context',
          'context',
          { pattern: `*${search}*` },
          ({ key }: { key: string }) => ({ kind: 'context', id: key, label: key }),
        ),
        list(
          'list_workspace_tables',
          '/v1/tables',
          'tables',
          { name: search },
          ({ id, name }: { id: string; name: string }) => ({ kind: 'table', id, label: name }),
        ),
        findSchedules(may, search, signal),
      ])
      return results.flat()
    },
  })

async function findTools(client: QueryClient, search: string): Promise<Found[]> {
  const tools = await client.ensureQueryData(toolsQuery).catch((): ListedTool[] => [])
  return tools
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .slice(0, LIMIT)
    .map(({ name }) => ({ kind: 'tool', id: name, label: name }))
}

type Schedule = { id: number; prompt_text: string }

/** The list of schedules has no search: the newest are looked through here. */
async function findSchedules(may: May, search: string, signal: AbortSignal): Promise<Found[]> {
  if (!may('list_schedules')) return []
  const { schedules } = await api
    .get('/v1/schedules', { query: { limit: 1000 }, signal })
    .catch(() => ({ schedules: [] as Schedule[] }))
  return schedules
    .filter(({ prompt_text }) => prompt_text.toLowerCase().includes(search.toLowerCase()))
    .slice(0, LIMIT)
    .map(({ id, prompt_text }) => ({ kind: 'schedule', id: String(id), label: prompt_text }))
}
