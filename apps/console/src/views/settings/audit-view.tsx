import { useState } from 'react'
import { addressOf } from '../../api/request.ts'
import { useMay } from '../../api/session.ts'
import type { Act } from '../../api/settings.ts'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import './settings.css'

const FILTERS = ['search', 'actor', 'action'] as const

const COLUMNS: readonly Column<Act>[] = [
  { id: 'when', header: 'When', width: '110px', cell: ({ acted_at }) => <Time at={acted_at} /> },
  {
    id: 'actor',
    header: 'Who',
    width: 'minmax(110px, 1fr)',
    cell: ({ actor }) => <Cut>{actor}</Cut>,
  },
  {
    id: 'action',
    header: 'Did',
    width: 'minmax(160px, 1fr)',
    cell: ({ action }) => <span className="mono cut">{action}</span>,
  },
  {
    id: 'subject',
    header: 'To',
    width: 'minmax(200px, 2fr)',
    cell: ({ subject_kind, subject }) => (
      <Cut>
        {subject_kind} {subject}
      </Cut>
    ),
  },
  {
    id: 'workspace',
    header: 'Workspace',
    width: 'minmax(110px, 1fr)',
    cell: ({ workspace }) => <Cut>{workspace}</Cut>,
  },
  { id: 'address', header: 'From', width: '140px', cell: ({ address }) => <Cut>{address}</Cut> },
]

/** The audit log of all workspaces. */
export function AuditView() {
  const may = useMay()
  const filters = useFilters(FILTERS)
  const [shown, setShown] = useState<Act>()
  if (!may('list_acts')) {
    return (
      <EmptyState title="Audit log">
        Only the root key sees the audit log. Sign in with it to look.
      </EmptyState>
    )
  }
  return (
    <>
      <ListPage
        title="Audit log"
        lead="Who changed agents, keys, roles, workspaces and settings."
        path="/v1/audit"
        name="acts"
        query={filters.values}
        columns={COLUMNS}
        rowId={(act: Act) => act.id}
        onOpen={setShown}
        actions={
          may('export_acts') && (
            <a
              className="button"
              href={addressOf('/v1/audit/export', { ...filters.values, format: 'csv' })}
              download="audit-log.csv"
            >
              Export as CSV
            </a>
          )
        }
        filters={
          <FilterBar
            filters={filters}
            fields={[
              { name: 'search', label: 'Search' },
              { name: 'actor', label: 'Who' },
              { name: 'action', label: 'Action' },
            ]}
          />
        }
        empty={
          <EmptyState title="No changes match">
            Changes of agents, keys and settings appear here.
          </EmptyState>
        }
      />
      {shown !== undefined && (
        <Dialog
          title={`${shown.action} ${shown.subject}`}
          size="wide"
          isOpen
          onClose={() => setShown(undefined)}
        >
          <p className="muted">
            {shown.actor} from {shown.address}, {new Date(shown.acted_at).toLocaleString()}, request{' '}
            <code>{shown.request_id}</code>
          </p>
          <div className="states">
            <section>
              <h3>Before</h3>
              <JsonView label="Before" json={JSON.stringify(shown.before ?? null)} />
            </section>
            <section>
              <h3>After</h3>
              <JsonView label="After" json={JSON.stringify(shown.after ?? null)} />
            </section>
          </div>
        </Dialog>
      )}
    </>
  )
}
