import { Badge, type Tone } from '../../ui/badge.tsx'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

type Delivery = {
  id: string
  agent_id: string
  prompt: string
  state: string
  kind: string | null
  scheduled_for: string
  attempts_made: number
}

const TONES: Readonly<Record<string, Tone>> = { delivered: 'good', failed: 'bad', retrying: 'warn' }

const COLUMNS: readonly Column<Delivery>[] = [
  {
    id: 'prompt',
    header: 'Prompt',
    width: 'minmax(220px, 2fr)',
    cell: ({ prompt }) => <Cut title={prompt}>{prompt}</Cut>,
  },
  {
    id: 'agent',
    header: 'To',
    width: 'minmax(120px, 1fr)',
    cell: ({ agent_id }) => <Cut>{agent_id}</Cut>,
  },
  { id: 'kind', header: 'By', width: '110px', cell: ({ kind }) => kind ?? '–' },
  {
    id: 'state',
    header: 'State',
    width: '120px',
    cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge>,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: '90px',
    align: 'end',
    cell: ({ attempts_made }) => attempts_made,
  },
  {
    id: 'due',
    header: 'Due',
    width: '110px',
    cell: ({ scheduled_for }) => <Time at={scheduled_for} />,
  },
]

export const DeliveriesView = () => (
  <ListPage
    title="Deliveries"
    lead="Prompts on their way to their recipients."
    path="/v1/deliveries"
    name="deliveries"
    columns={COLUMNS}
    rowId={(delivery: Delivery) => delivery.id}
    empty={
      <EmptyState title="No deliveries yet">
        A scheduled prompt becomes a delivery when its time comes.
      </EmptyState>
    }
  />
)
