import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { deliveriesQuery, hasFailedQuery, resendAll } from '../../api/deliveries.ts'
import { readAgain } from '../../api/long-lists.ts'
import { useMay } from '../../api/session.ts'
import { FilterBar } from '../../ui/filters.tsx'
import { ForbiddenView } from '../../ui/not-permitted.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { EmptyState, NextStep } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useFilters } from '../../ui/use-filters.ts'
import { useOpen } from '../../ui/use-open.ts'
import { useSorting } from '../../ui/use-sorting.ts'
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
  return useMay()('list_deliveries') ? (
    <Deliveries />
  ) : (
    <ForbiddenView title="Deliveries" what="deliveries" tool="promptyoself_list" />
  )
}

function Deliveries() {
  const open = useOpen()
  const { id } = useParams({ strict: false }) as { id?: string }
  const filters = useFilters(FILTERS)
  const sorting = useSorting()
  const query = deliveriesQuery({ ...filters.values, ...sorting.order })
  const list = useInfiniteQuery(query)
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <Page
      title="Deliveries"
      lead="Prompts on their way to their recipients, with every attempt."
      actions={<ResendAll />}
    >
      <Troubles />
      <FilterBar
        filters={filters}
        fields={[
          { name: 'state', label: 'State', all: 'All states', options: STATES },
          { name: 'agent_id', label: 'Recipient' },
          { name: 'schedule_id', label: 'Schedule id' },
        ]}
      />
      <PagedTable
        label="Deliveries"
        list={list}
        queryKey={query.queryKey}
        columns={DELIVERY_COLUMNS}
        rows={deliveries}
        rowId={(delivery) => delivery.id}
        selectedId={id}
        sorting={sorting}
        onOpen={(delivery) => open(`/deliveries/${delivery.id}`)}
        empty={
          <EmptyState
            title={filters.isFiltered ? 'No deliveries match' : 'No deliveries yet'}
            action={!filters.isFiltered && <NextStep to="/schedules">Schedule a prompt</NextStep>}
          >
            {filters.isFiltered
              ? 'Clear the filters to see all of them.'
              : 'A scheduled prompt becomes a delivery when its time comes.'}
          </EmptyState>
        }
      />
      {id !== undefined && <DeliveryDetail id={id} onClose={() => open('/deliveries')} />}
    </Page>
  )
}

function ResendAll() {
  const client = useQueryClient()
  const may = useMay()
  const [progress, setProgress] = useState('')
  const { data: hasFailed = false } = useQuery(hasFailedQuery)
  const send = useMutation({
    mutationFn: () => resendAll((sent, total) => setProgress(`${sent} of ${total}`)),
    onSuccess: (count) =>
      toast.done(count === 0 ? 'Nothing has failed' : `${count} prompts are sent again`),
    onSettled: () => {
      setProgress('')
      void readAgain(client, 'deliveries')
    },
  })
  if (!may('resend_delivery') || !(hasFailed || send.isPending)) return null
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
