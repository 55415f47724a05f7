import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api } from './request.ts'

export type Delivery = Answer<'/v1/deliveries'>['deliveries'][number]

export type DeliveryWithAttempts = Answer<'/v1/deliveries/{id}'>

export type Attempt = DeliveryWithAttempts['attempts'][number]

export type DeliveryFilter = {
  readonly state?: string
  readonly agent_id?: string
  readonly schedule_id?: string
  readonly sort_by?: string
  readonly descending?: string
}

const listDeliveries = (filter: DeliveryFilter, cursor?: string, signal?: AbortSignal) =>
  api.get('/v1/deliveries', {
    query: { ...filter, limit: 100, cursor },
    ...(signal && { signal }),
  })

export const deliveriesQuery = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', 'list', filter],
    queryFn: ({ pageParam, signal }) => listDeliveries(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** The newest deliveries, without further pages. */
export const newestDeliveriesQuery = (filter: DeliveryFilter) =>
  queryOptions({
    queryKey: ['deliveries', 'newest', filter],
    queryFn: async ({ signal }) => (await listDeliveries(filter, undefined, signal)).deliveries,
  })

/** Whether there is a failed or unconfirmed delivery, which can be resent. */
export const hasFailedQuery = queryOptions({
  queryKey: ['deliveries', 'has failed'],
  queryFn: async ({ signal }) => {
    const query = { state: 'dead', limit: 1 } as const
    return (await api.get('/v1/deliveries', { query, signal })).deliveries.length > 0
  },
})

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) => api.get('/v1/deliveries/{id}', { path: { id }, signal }),
  })

export const troublesQuery = queryOptions({
  queryKey: ['troubles'],
  queryFn: async ({ signal }) => (await api.get('/v1/deliveries/troubles', { signal })).troubles,
})

export const resend = (id: string) => api.post('/v1/deliveries/{id}/resend', {}, { path: { id } })

/**
 * Resends every failed and unconfirmed delivery, and returns how many. The list is read completely
 * before the first one is sent: a delivery that fails again must not be met twice.
 */
export async function resendAll(onProgress: (sent: number, total: number) => void) {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await listDeliveries({ state: 'dead' }, cursor)
    ids.push(...page.deliveries.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  for (const [index, id] of ids.entries()) {
    await resend(id)
    onProgress(index + 1, ids.length)
  }
  return ids.length
}
