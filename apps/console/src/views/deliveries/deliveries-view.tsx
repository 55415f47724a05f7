import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { deliveriesQuery, resendAll } from '../../api/deliveries.ts'
import { useMay } from '../../api/session.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { SelectFilter, TextFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { DELIVERY_COLUMNS } from './delivery-columns.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { Troubles } from './troubles.tsx'
import './deliveries.css'

const FILTERS = ['state', 'agent_id', 'schedule_id'] as const

const STATES = [
  { value: 'pending', label: 'Pending' },
  { value: 'held', label: 'Held' },
  { value: 'sending', label: 'Sending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'dead', label: 'Failed or unconfirmed' },
  { value: 'cancelled', label: 'Cancelled' },
]

/** Prompts on their way to their recipients, newest first. */
export function DeliveriesView() {
  const navigate = useNavigate()
  const { id } = useParams({ strict: false }) as { id?: string }
  const { filters, setFilter, clear, isFiltered } = useFilters(FILTERS)
  const list = useInfiniteQuery(deliveriesQuery(filters))
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? []
  const open = (to: string) => void navigate({ to, search: (old: object) => old } as never)
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  }
  const content = () => {
    if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    if (list.isPending) return <Loading />
    if (deliveries.length === 0) {
      return (
        <EmptyState title={isFiltered ? 'No deliveries match' : 'No deliveries yet'}>
          A scheduled prompt becomes a delivery when its time comes.
        </EmptyState>
      )
    }
    return (
      <DataTable
        label="Deliveries"
        columns={DELIVERY_COLUMNS}
        rows={deliveries}
        rowId={(delivery) => delivery.id}
        selectedId={id}
        onOpen={(delivery) => open(`/deliveries/${delivery.id}`)}
        onEnd={loadMore}
      />
    )
  }
  return (
    <Page
      title="Deliveries"
      lead="Prompts on their way to their recipients, with every attempt."
      actions={<ResendAll />}
    >
      <Troubles />
      <search className="filters" aria-label="Filters">
        <SelectFilter
          label="State"
          all="All states"
          options={STATES}
          value={filters.state}
          onChange={(value) => void setFilter('state', value)}
        />
        <TextFilter
          label="Recipient"
          value={filters.agent_id}
          onChange={(value) => void setFilter('agent_id', value)}
        />
        <TextFilter
          label="Schedule id"
          value={filters.schedule_id}
          onChange={(value) => void setFilter('schedule_id', value)}
        />
        {isFiltered && (
          <button type="button" className="button" data-kind="quiet" onClick={() => void clear()}>
            Clear
          </button>
        )}
      </search>
      {content()}
      {id !== undefined && <DeliveryDetail id={id} onClose={() => open('/deliveries')} />}
    </Page>
  )
}

function ResendAll() {
  const client = useQueryClient()
  const may = useMay()
  const [progress, setProgress] = useState('')
  const send = useMutation({
    mutationFn: () => resendAll((sent, total) => setProgress(`${sent} of ${total}`)),
    onSuccess: (count) =>
      toast.done(count === 0 ? 'Nothing has failed' : `${count} prompts are sent again`),
    onSettled: () => {
      setProgress('')
      void client.invalidateQueries({ queryKey: ['deliveries'] })
    },
  })
  if (!may('resend_delivery')) return null
  return (
    <button
      type="button"
      className="button"
      disabled={send.isPending}
      onClick={() => send.mutate()}
    >
      {send.isPending ? `Sending again ${progress}` : 'Resend all that failed'}
    </button>
  )
}
