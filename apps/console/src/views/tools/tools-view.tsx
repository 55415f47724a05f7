import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ListedTool, toolsQuery } from '../../api/tools.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { type Column, Cut, DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useOpen } from '../../ui/use-open.ts'
import { Folders } from './folders.tsx'
import { ToolDetail } from './tool-detail.tsx'
import './tools.css'

const FILTERS = ['search', 'effect', 'folder'] as const

const EFFECTS = ['read', 'write', 'destroy'].map((value) => ({ value, label: value }))

const TONES: Readonly<Record<string, Tone>> = { write: 'info', destroy: 'warn' }

const COLUMNS: readonly Column<ListedTool>[] = [
  {
    id: 'name',
    header: 'Tool',
    width: 'minmax(230px, 1fr)',
    cell: ({ name, path }) => (
      <span className="mono cut" title={path}>
        {name}
      </span>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(260px, 3fr)',
    cell: ({ description }) => <Cut title={description}>{description}</Cut>,
  },
  {
    id: 'effect',
    header: 'Effect',
    width: '100px',
    cell: ({ effect }) => <Badge tone={TONES[effect]}>{effect}</Badge>,
  },
]

/** The catalogue of the key's tools; a tool opens with a form that calls it. */
export function ToolsView() {
  const open = useOpen()
  const { name } = useParams({ strict: false }) as { name?: string }
  const filters = useFilters(FILTERS)
  const { data: tools, error, refetch } = useQuery(toolsQuery)
  const shown = (tools ?? []).filter((tool) => matches(tool, filters.values))
  return (
    <Page title="Tools" lead="Everything that this key may call, to look up and to try.">
      <FilterBar
        filters={filters}
        fields={[
          { name: 'search', label: 'Search tools' },
          { name: 'effect', label: 'Effect', all: 'All effects', options: EFFECTS },
        ]}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {tools === undefined && !error && <Loading />}
      {tools !== undefined && shown.length === 0 && (
        <EmptyState title="No tools match">
          Search for a word of a name or a description, or clear the filters.
        </EmptyState>
      )}
      {shown.length > 0 && (
        <DataTable
          label="Tools"
          columns={COLUMNS}
          rows={shown}
          rowId={(tool) => tool.path}
          onOpen={(tool) => open(`/tools/${encodeURIComponent(tool.name)}`)}
          height="560px"
        />
      )}
      <Folders
        opened={filters.values.folder}
        onOpen={(folder) => void filters.setFilter('folder', folder)}
      />
      {name !== undefined && tools !== undefined && (
        <ToolDetail
          key={name}
          tool={tools.find((tool) => tool.name === name)}
          onClose={() => open('/tools')}
        />
      )}
    </Page>
  )
}

function matches(
  { name, description, effect }: ListedTool,
  filters: { search?: string; effect?: string },
): boolean {
  const words = (filters.search ?? '').toLowerCase().split(/\s+/)
  const text = `${name} ${description}`.toLowerCase()
  return (
    words.every((word) => text.includes(word)) &&
    (filters.effect === undefined || filters.effect === effect)
  )
}
