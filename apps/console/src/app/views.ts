import type { ComponentType } from 'react'
import type { IconName } from '../ui/icon.tsx'

type Load = () => Promise<ComponentType>

/** A view: an entry of the navigation, and the pages below its path, each loaded when it is opened. */
export type View = {
  readonly label: string
  readonly icon: IconName
  /** The path of the entry. `apps/gateway/src/console/views.ts` lists the first segments. */
  readonly path: string
  readonly pages: readonly { readonly path: string; readonly load: Load }[]
}

const view = (
  label: string,
  icon: IconName,
  path: string,
  load: Load,
  more: View['pages'] = [],
) => ({
  label,
  icon,
  path,
  pages: [{ path, load }, ...more],
})

const calls: Load = async () => (await import('../views/calls/calls-view.tsx')).CallsView
const schedules: Load = async () =>
  (await import('../views/schedules/schedules-view.tsx')).SchedulesView
const deliveries: Load = async () =>
  (await import('../views/deliveries/deliveries-view.tsx')).DeliveriesView
const agents: Load = async () => (await import('../views/agents/agents-view.tsx')).AgentsView
const tools: Load = async () => (await import('../views/tools/tools-view.tsx')).ToolsView

/** All views in the order of the navigation. */
export const VIEWS: readonly View[] = [
  view('Now', 'now', '/', async () => (await import('../views/now/now-view.tsx')).NowView),
  view('Calls', 'calls', '/calls', calls, [{ path: '/calls/$id', load: calls }]),
  view(
    'Connect',
    'connect',
    '/connect',
    async () => (await import('../views/connect/connect-view.tsx')).ConnectView,
  ),
  view('Agents', 'agents', '/agents', agents, [{ path: '/agents/$name', load: agents }]),
  view('Tools', 'tools', '/tools', tools, [{ path: '/tools/$name', load: tools }]),
  view(
    'Context',
    'context',
    '/context',
    async () => (await import('../views/context/context-view.tsx')).ContextView,
  ),
  view(
    'Tables',
    'tables',
    '/tables',
    async () => (await import('../views/tables/tables-view.tsx')).TablesView,
    [
      {
        path: '/tables/$id',
        load: async () => (await import('../views/tables/table-view.tsx')).TableView,
      },
    ],
  ),
  view(
    'Review',
    'review',
    '/review',
    async () => (await import('../views/review/review-view.tsx')).ReviewView,
  ),
  view('Schedules', 'schedules', '/schedules', schedules, [
    { path: '/schedules/$id', load: schedules },
  ]),
  view('Deliveries', 'deliveries', '/deliveries', deliveries, [
    { path: '/deliveries/$id', load: deliveries },
  ]),
  view(
    'Settings',
    'settings',
    '/settings',
    async () => (await import('../views/settings/settings-view.tsx')).SettingsView,
    [
      {
        path: '/settings/audit',
        load: async () => (await import('../views/settings/audit-view.tsx')).AuditView,
      },
    ],
  ),
]
