import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from './request.ts'

export type Act = Answer<'/v1/audit'>['acts'][number]

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.get('/v1/settings', { signal })).settings,
})
