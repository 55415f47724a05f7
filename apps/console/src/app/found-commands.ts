import type { Found } from '../api/search.ts'
import type { Command } from './commands.ts'

const HINTS: Readonly<Record<Found['kind'], string>> = {
  tool: 'Tool',
  agent: 'Agent',
  context: 'Context key',
  table: 'Table',
  schedule: 'Scheduled prompt',
}

const ICONS = {
  tool: 'tools',
  agent: 'agents',
  context: 'context',
  table: 'tables',
  schedule: 'schedules',
} as const

/** The page of a search result. */
function target({ kind, id }: Found): { to: string; search?: Record<string, string> } {
  switch (kind) {
    case 'tool':
      return { to: `/tools/${encodeURIComponent(id)}` }
    case 'agent':
      return { to: `/agents/${encodeURIComponent(id)}` }
    case 'context':
      return { to: '/context', search: { key: id } }
    case 'table':
      return { to: `/tables/${id}` }
    case 'schedule':
      return { to: `/schedules/${id}` }
  }
}

export const toCommand = (found: Found): Command => ({
  id: `${found.kind}-${found.id}`.replace(/[^\w-]/g, '_'),
  label: found.label,
  icon: ICONS[found.kind],
  hint: HINTS[found.kind],
  run: (navigate) => navigate(target(found)),
})
