import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './request.ts'
import type { Page } from './types.ts'

export type Delivery = {
  readonly id: string
  readonly schedule_id: number | null
  readonly agent_id: string
  readonly prompt: string
  readonly state: string
  readonly kind: string | null
  readonly scheduled_for: string
  readonly manual: boolean
  readonly attempts_made: number
  readonly next_attempt_at: string | null
  readonly run_id: string | null
  readonly error: string | null
  readonly created_at: string
  readonly ended_at: string | null
  readonly acknowledged_at: string | null
}

export type Attempt = {
  readonly number: number
  readonly outcome: string
  readonly kind: string | null
  readonly status: number | null
  readonly error: string | null
  readonly began_at: string
  readonly ended_at: string
}

export type DeliveryWithAttempts = Delivery & { readonly attempts: readonly Attempt[] }

export type Trouble = {
  readonly agent_id: string
  readonly failures: number
  readonly error: string
  readonly failed_at: string
  readonly off_since: string | null
  readonly probe_at: string | null
}

export type DeliveryFilter = {
  readonly state?: string
  readonly agent_id?: string
  readonly schedule_id?: string
}

const listDeliveries = (filter: DeliveryFilter, cursor?: string, signal?: AbortSignal) =>
  api.get<Page<'deliveries', Delivery>>('/v1/deliveries', {
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

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) => api.get<DeliveryWithAttempts>(`/v1/deliveries/${id}`, { signal }),
  })

export const troublesQuery = queryOptions({
  queryKey: ['troubles'],
  queryFn: async ({ signal }) =>
    (await api.get<{ troubles: Trouble[] }>('/v1/deliveries/troubles', { signal })).troubles,
})

export const resend = (id: string) => api.post(`/v1/deliveries/${id}/resend`)

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
