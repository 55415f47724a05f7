import { queryOptions } from '@tanstack/react-query'
import { api } from './request.ts'

export type Setting = {
  readonly variable: string
  readonly value: string
  readonly description: string
}

export type Act = {
  readonly id: string
  readonly acted_at: string
  readonly workspace: string
  readonly actor: string
  readonly key_id: string
  readonly action: string
  readonly subject_kind: string
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly request_id: string
  readonly address: string
}

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await api.get<{ settings: Setting[] }>('/v1/settings', { signal })).settings,
})
