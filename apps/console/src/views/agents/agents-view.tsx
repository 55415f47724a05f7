import type { Agent } from '../../api/types.ts'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

const COLUMNS: readonly Column<Agent>[] = [
  {
    id: 'name',
    header: 'Agent',
    width: 'minmax(180px, 2fr)',
    cell: ({ name }) => <Cut>{name}</Cut>,
  },
  { id: 'role', header: 'Role', width: 'minmax(120px, 1fr)', cell: ({ role }) => role ?? '–' },
  {
    id: 'tools',
    header: 'Allowed tools',
    width: 'minmax(160px, 1fr)',
    cell: ({ allowed_tools }) => <Cut>{allowed_tools?.join(', ') ?? 'all but dangerous'}</Cut>,
  },
  {
    id: 'created',
    header: 'Created',
    width: '110px',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

export const AgentsView = () => (
  <ListPage
    title="Agents"
    lead="The identities that call tools."
    path="/v1/agents"
    name="agents"
    columns={COLUMNS}
    rowId={(agent: Agent) => agent.name}
    empty={<EmptyState title="No agents yet">Register one with POST /v1/agents.</EmptyState>}
  />
)
