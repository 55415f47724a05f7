import { Badge } from '../../ui/badge.tsx'
import { type Column, Cut } from '../../ui/data-table.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'

type Tool = { name: string; path: string; effect: string; description: string }

const COLUMNS: readonly Column<Tool>[] = [
  {
    id: 'name',
    header: 'Tool',
    width: 'minmax(220px, 1fr)',
    cell: ({ name }) => <span className="mono cut">{name}</span>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(260px, 3fr)',
    cell: ({ description }) => <Cut title={description}>{description}</Cut>,
  },
  { id: 'effect', header: 'Effect', width: '100px', cell: ({ effect }) => <Badge>{effect}</Badge> },
]

export const ToolsView = () => (
  <ListPage
    title="Tools"
    lead="Everything that this key may call."
    path="/v1/tools"
    name="tools"
    isWhole
    columns={COLUMNS}
    rowId={(tool: Tool) => tool.path}
    empty={<EmptyState title="No tools">This key may call no tools.</EmptyState>}
  />
)
