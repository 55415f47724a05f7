import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api } from './request.ts'

export type Schedule = Answer<'/v1/schedules'>['schedules'][number]

export type CalendarDay = Answer<'/v1/schedules/calendar'>['days'][number]

export type Simulation = Answer<'/v1/schedules/simulation'>

/** A delivery that `simulate_schedules` expects. */
export type ExpectedRun = Answer<'/v1/schedules/simulation'>['runs'][number]

export type ScheduleFilter = {
  readonly agent_id?: string
  readonly include_ended?: string
  readonly sort_by?: string
  readonly descending?: string
}

export const schedulesQuery = (filter: ScheduleFilter) =>
  infiniteQueryOptions({
    queryKey: ['schedules', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v1/schedules', {
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
    queryFn: ({ signal }) => api.get('/v1/schedules/{id}', { path: { id }, signal }),
  })

/** The next times of a stored schedule. */
export const nextRunsQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', 'runs', id],
    queryFn: async ({ signal }) =>
      (await api.get('/v1/schedules/{id}/preview', { path: { id }, signal })).runs,
  })

type Timing = Readonly<Partial<Record<'cron' | 'every' | 'time' | 'timezone', string>>>

/** The first times of a timing that somebody is typing. */
export const previewQuery = (timing: Timing) =>
  queryOptions({
    queryKey: ['preview', timing],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get('/v1/schedules/preview', { query: timing, signal })).runs,
  })

export const pauseQuery = queryOptions({
  queryKey: ['schedules', 'pause'],
  queryFn: ({ signal }) => api.get('/v1/schedules/pause', { signal }),
})

/** The days of the reader's time zone. */
export const calendarQuery = (daysBack: number, days: number) => {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return queryOptions({
    queryKey: ['schedules', 'calendar', daysBack, days, timezone],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get('/v1/schedules/calendar', { query: { days_back: daysBack, days, timezone }, signal }),
  })
}

/** More marks could not be told from each other in a picture. */
const MOST_SIMULATED = 3000

export const simulationQuery = (days: number, outageHours = 0) =>
  queryOptions({
    queryKey: ['schedules', 'simulation', days, outageHours],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get('/v1/schedules/simulation', {
        query: { days, outage_hours: outageHours, limit: MOST_SIMULATED },
        signal,
      }),
  })
