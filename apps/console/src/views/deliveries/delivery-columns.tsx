import type { Delivery } from '../../api/deliveries.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { Time } from '../../ui/time.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  pending: 'info',
  sending: 'info',
  held: 'warn',
  unconfirmed: 'warn',
  failed: 'bad',
}

export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => (
  <Badge tone={TONES[state]}>{state}</Badge>
)

export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  {
    id: 'due',
    header: 'Due',
    sortBy: 'scheduled_for',
    width: '100px',
    cell: ({ scheduled_for }) => <Time at={scheduled_for} />,
  },
  {
    id: 'prompt',
    header: 'Prompt',
    width: 'minmax(200px, 1.6fr)',
    cell: ({ prompt }) => <Cut title={prompt}>{prompt}</Cut>,
  },
  {
    id: 'agent',
    header: 'To',
    sortBy: 'agent_id',
    width: 'minmax(120px, 0.8fr)',
    cell: ({ agent_id }) => <Cut>{agent_id}</Cut>,
  },
  { id: 'kind', header: 'By', width: '110px', cell: ({ kind }) => kind ?? '–' },
  {
    id: 'state',
    header: 'State',
    sortBy: 'state',
    width: '120px',
    cell: ({ state }) => <DeliveryState state={state} />,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    sortBy: 'attempts_made',
    width: '90px',
    align: 'end',
    cell: ({ attempts_made }) => attempts_made,
  },
  {
    id: 'error',
    header: 'Error or next attempt',
    width: 'minmax(180px, 1.2fr)',
    cell: ({ error, next_attempt_at }) => (
      <Cut title={error ?? ''}>
        {error ?? (next_attempt_at !== null && <Time at={next_attempt_at} />)}
      </Cut>
    ),
  },
]
