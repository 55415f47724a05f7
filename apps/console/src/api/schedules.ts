import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Query } from './request.ts'
import type { Page } from './types.ts'

export type Schedule = {
  readonly id: number
  readonly agent_id: string
  readonly prompt_text: string
  readonly schedule_type: 'once' | 'cron' | 'interval'
  readonly schedule_value: string
  readonly timezone: string
  readonly next_run: string | null
  readonly last_run: string | null
  readonly end_at: string | null
  readonly active: boolean
  readonly paused: boolean
  readonly state: string
  readonly problem: string | null
  readonly max_repetitions: number | null
  readonly repetition_count: number
  readonly misfire: string
  readonly overlap: string
  readonly created_by: string
  readonly created_at: string
}

/** A delivery that `simulate_schedules` expects. */
export type ExpectedRun = {
  readonly schedule_id: number
  readonly agent_id: string
  readonly at: string
  readonly scheduled_for: string
}

export type Simulation = { readonly runs: readonly ExpectedRun[]; readonly truncated: boolean }

export type Pause = {
  readonly paused: boolean
  readonly paused_since: string | null
  readonly paused_by: string | null
}

export type ScheduleFilter = { readonly agent_id?: string; readonly include_ended?: string }

export const schedulesQuery = (filter: ScheduleFilter) =>
  infiniteQueryOptions({
    queryKey: ['schedules', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<'schedules', Schedule>>('/v1/schedules', {
        query: { ...filter, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', 'one', id],
    queryFn: ({ signal }) => api.get<Schedule>(`/v1/schedules/${id}`, { signal }),
  })

/** The next times of a stored schedule. */
export const nextRunsQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', 'runs', id],
    queryFn: async ({ signal }) =>
      (await api.get<{ runs: string[] }>(`/v1/schedules/${id}/preview`, { signal })).runs,
  })

/** The first times of a timing that somebody is typing. */
export const previewQuery = (timing: Query) =>
  queryOptions({
    queryKey: ['preview', timing],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get<{ runs: string[] }>('/v1/schedules/preview', { query: timing, signal })).runs,
  })

export const pauseQuery = queryOptions({
  queryKey: ['schedules', 'pause'],
  queryFn: ({ signal }) => api.get<Pause>('/v1/schedules/pause', { signal }),
})

export const simulationQuery = (days: number, outageHours = 0) =>
  queryOptions({
    queryKey: ['schedules', 'simulation', days, outageHours],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<Simulation>('/v1/schedules/simulation', {
        query: { days, outage_hours: outageHours },
        signal,
      }),
  })
