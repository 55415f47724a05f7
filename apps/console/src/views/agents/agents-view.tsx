import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import type { Agent } from '../../api/types.ts'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useOpen } from '../../ui/use-open.ts'
import { AgentDetail } from './agent-detail.tsx'
import { NewAgent } from './new-agent.tsx'
import { OwnTools } from './own-tools.tsx'
import './agents.css'

const FILTERS = ['search'] as const

const COLUMNS: readonly Column<Agent>[] = [
  {
    id: 'name',
    header: 'Agent',
    sortBy: 'name',
    width: 'minmax(180px, 2fr)',
    cell: ({ name }) => <Cut>{name}</Cut>,
  },
  {
    id: 'role',
    header: 'Role',
    sortBy: 'role',
    width: 'minmax(120px, 1fr)',
    cell: ({ role }) => role ?? '–',
  },
  {
    id: 'tools',
    header: 'Allowed tools',
    width: 'minmax(180px, 2fr)',
    cell: ({ allowed_tools }) => (
      <Cut>
        {allowed_tools === null ? 'all but dangerous ones' : allowed_tools.join(', ') || 'none'}
      </Cut>
    ),
  },
  {
    id: 'denied',
    header: 'Denied tools',
    width: 'minmax(120px, 1fr)',
    cell: ({ denied_tools }) => <Cut>{denied_tools.join(', ') || '–'}</Cut>,
  },
  {
    id: 'created',
    header: 'Created',
    sortBy: 'created_at',
    width: '110px',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

/** The agents of the workspace; an agent's key sees what that agent may do. */
export function AgentsView() {
  const may = useMay()
  return may('list_agents') ? <AgentList /> : <OwnTools />
}

function AgentList() {
  const may = useMay()
  const open = useOpen()
  const { name } = useParams({ strict: false }) as { name?: string }
  const filters = useFilters(FILTERS)
  const [isCreating, setCreating] = useState(false)
  const create = (
    <button type="button" className="button" data-kind="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" /> New agent
    </button>
  )
  return (
    <>
      <ListPage
        title="Agents"
        lead="The identities that call tools, with their keys and permissions."
        path="/v1/agents"
        name="agents"
        query={filters.values}
        columns={COLUMNS}
        rowId={(agent: Agent) => agent.name}
        onOpen={(agent) => open(`/agents/${encodeURIComponent(agent.name)}`)}
        actions={may('create_agent') && create}
        filters={
          <FilterBar filters={filters} fields={[{ name: 'search', label: 'Search by name' }]} />
        }
        empty={
          filters.values.search === undefined ? (
            <EmptyState title="No agents yet" action={may('create_agent') && create}>
              An agent is an identity with keys of its own. Create one, then connect a host with its
              key.
            </EmptyState>
          ) : (
            <EmptyState title="No agent has such a name">
              Clear the search to see all agents, or create this one.
            </EmptyState>
          )
        }
      />
      {isCreating && (
        <NewAgent
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false)
            open(`/agents/${encodeURIComponent(created)}`)
          }}
        />
      )}
      {name !== undefined && <AgentDetail name={name} onClose={() => open('/agents')} />}
    </>
  )
}
