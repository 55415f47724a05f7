import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from './request.ts'

export type Key = Answer<'/v1/keys'>['keys'][number]

export type NewKey = Answer<'/v1/agents/{name}/keys', 'post'>

export const agentQuery = (name: string) =>
  queryOptions({
    queryKey: ['agents', name],
    queryFn: ({ signal }) => api.get('/v1/agents/{name}', { path: { name }, signal }),
  })

export const agentToolsQuery = (name: string) =>
  queryOptions({
    queryKey: ['agents', name, 'tools'],
    queryFn: async ({ signal }) =>
      (await api.get('/v1/agents/{name}/tools', { path: { name }, signal })).tools,
  })

export const keysQuery = (agent: string) =>
  queryOptions({
    queryKey: ['keys', agent],
    queryFn: async ({ signal }) =>
      (await api.get('/v1/keys', { query: { agent, limit: 200 }, signal })).keys,
  })

export const createAgent = (agent: object) => api.post('/v1/agents', agent)

export const updateAgent = (name: string, changes: object) =>
  api.patch('/v1/agents/{name}', changes, { path: { name } })

export const deleteAgent = (name: string) => api.delete('/v1/agents/{name}', { path: { name } })

type KeyLimits = {
  /** In seconds. */
  readonly expiresIn?: number | undefined
  /** The only tool paths that the key may call. */
  readonly paths?: readonly string[] | undefined
}

export const createKey = (agent: string, { expiresIn, paths }: KeyLimits = {}) =>
  api.post('/v1/agents/{name}/keys', { expires_in: expiresIn, paths }, { path: { name: agent } })

/** The roles of the workspace, to choose from. */
export const rolesQuery = queryOptions({
  queryKey: ['agents', 'roles'],
  queryFn: async ({ signal }) =>
    (await api.get('/v1/roles', { query: { limit: 1000 }, signal })).roles,
})

export const revokeKey = (id: string) => api.delete('/v1/keys/{id}', { path: { id } })
