import type { Found } from '../api/search.ts'
import type { Command } from './commands.ts'

const HINTS: Readonly<Record<Found['kind'], string>> = {
  tool: 'Tool',
  agent: 'Agent',
  context: 'Context key',
  table: 'Table',
  document: 'Document',
  row: 'Row',
  schedule: 'Scheduled prompt',
  call: 'Call',
}

const ICONS = {
  tool: 'tools',
  agent: 'agents',
  context: 'context',
  table: 'tables',
  document: 'tables',
  row: 'tables',
  schedule: 'schedules',
  call: 'calls',
} as const

/** The page of a search result. */
function target({ kind, id, table_id }: Found): { to: string; search?: Record<string, string> } {
  switch (kind) {
    case 'tool':
      return { to: `/tools/${encodeURIComponent(id)}` }
    case 'agent':
      return { to: `/agents/${encodeURIComponent(id)}` }
    case 'context':
      return { to: '/context', search: { key: id } }
    case 'table':
      return { to: `/tables/${id}` }
    case 'row':
    case 'document':
      // A document is shown as its row; one that no table has a row of leads to the tables.
      return table_id === undefined
        ? { to: '/tables' }
        : { to: `/tables/${table_id}`, search: { row: id } }
    case 'schedule':
      return { to: `/schedules/${id}` }
    case 'call':
      return { to: `/calls/${id}` }
  }
}

export const toCommand = (found: Found): Command => ({
  id: `${found.kind}-${found.table_id ?? ''}-${found.id}`.replace(/[^\w-]/g, '_'),
  label: found.label,
  icon: ICONS[found.kind],
  hint: found.kind === 'row' ? `Row of ${found.detail}` : HINTS[found.kind],
  run: (navigate) => navigate(target(found)),
})
