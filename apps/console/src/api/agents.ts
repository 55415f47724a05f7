import { queryOptions } from '@tanstack/react-query'
import { api } from './request.ts'
import type { Agent, Page } from './types.ts'

export type AgentTool = {
  readonly name: string
  readonly path: string
  readonly effect: string
  readonly permitted: boolean
  readonly reason: string
}

export type Key = {
  readonly id: string
  readonly agent: string
  readonly paths: readonly string[] | null
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export type NewKey = { readonly id: string; readonly key: string }

const pathOf = (name: string) => `/v1/agents/${encodeURIComponent(name)}`

export const agentQuery = (name: string) =>
  queryOptions({
    queryKey: ['agents', name],
    queryFn: ({ signal }) => api.get<Agent>(pathOf(name), { signal }),
  })

export const agentToolsQuery = (name: string) =>
  queryOptions({
    queryKey: ['agents', name, 'tools'],
    queryFn: async ({ signal }) =>
      (await api.get<Page<'tools', AgentTool>>(`${pathOf(name)}/tools`, { signal })).tools,
  })

export const keysQuery = (agent: string) =>
  queryOptions({
    queryKey: ['keys', agent],
    queryFn: async ({ signal }) =>
      (await api.get<Page<'keys', Key>>('/v1/keys', { query: { agent, limit: 200 }, signal })).keys,
  })

export const createAgent = (agent: object) => api.post<Agent>('/v1/agents', agent)

export const updateAgent = (name: string, changes: object) =>
  api.patch<Agent>(pathOf(name), changes)

export const deleteAgent = (name: string) => api.delete(pathOf(name))

export const createKey = (agent: string, expiresIn: number | undefined) =>
  api.post<NewKey>(`${pathOf(agent)}/keys`, { expires_in: expiresIn })

export const revokeKey = (id: string) => api.delete(`/v1/keys/${encodeURIComponent(id)}`)
