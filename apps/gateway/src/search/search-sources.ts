import { listAgents } from '@quartermaster/access'
import { listAllItems, searchReadable } from '@quartermaster/context'
import { listSchedulePage } from '@quartermaster/prompts'
import { findTablesWithRows, listDocuments, searchRows } from '@quartermaster/stacks'
import type { Caller } from '@quartermaster/toolkit'
import type { Catalog } from '../catalog.ts'
import type { RouteAccess } from '../http/route-access.ts'
import { listToolCalls } from '../queries/call-log/list-tool-calls.ts'
import { listWorkspaceTables } from '../queries/workspace-tables.ts'
import type { Services } from '../services.ts'
import { selectTools } from '../tool-call/select-tools.ts'

export const KINDS = [
  'tool',
  'agent',
  'context',
  'table',
  'document',
  'row',
  'schedule',
  'call',
] as const

export type Found = {
  readonly kind: (typeof KINDS)[number]
  readonly id: string
  readonly label: string
  readonly detail: string
  /** The table of a row, or a table that has a row of the document. */
  readonly table_id?: string
}

export type SearchSource = {
  readonly kind: Found['kind']
  /** The access rule of the list that shows the same items to this caller. */
  readonly access: RouteAccess
  find(text: string, limit: number): Promise<readonly Omit<Found, 'kind'>[]>
}

type Options = { readonly catalog: Catalog; readonly services: Services; readonly caller: Caller }

/** Everything that can be found, in the order of the results. */
export function searchSources(options: Options): readonly SearchSource[] {
  const { services, caller } = options
  const { db } = services.database
  const { workspaceId, isRoot } = caller
  return [
    { kind: 'tool', access: 'workspace', find: (text, limit) => findTools(options, text, limit) },
    {
      kind: 'agent',
      access: 'root',
      find: async (search, limit) =>
        (await listAgents(db, workspaceId, { search, limit })).rows.map(({ name, role }) => ({
          id: name,
          label: name,
          detail: role ?? '',
        })),
    },
    isRoot ? anyItem(services, caller) : readableItem(services, caller),
    {
      kind: 'table',
      access: { tool: 'read_rows' },
      find: async (search, limit) =>
        (await listWorkspaceTables(db, workspaceId, { search, limit })).rows.map((table) => ({
          id: table.id,
          label: table.name,
          detail: table.stack,
        })),
    },
    {
      kind: 'document',
      access: { tool: 'read_rows' },
      find: (search, limit) => findDocuments(services, caller, search, limit),
    },
    {
      kind: 'row',
      access: { tool: 'read_rows' },
      find: async (search, limit) =>
        (await searchRows(db, workspaceId, search, limit)).map((row) => ({
          id: row.document_id,
          table_id: row.table_id,
          label: row.value,
          detail: `${row.table}, ${row.filename}`,
        })),
    },
    {
      kind: 'schedule',
      access: { tool: 'promptyoself_list' },
      find: async (search, limit) => {
        const request = { search, limit, includeEnded: false }
        return (await listSchedulePage(db, workspaceId, request)).schedules.map((schedule) => ({
          id: String(schedule.id),
          label: schedule.prompt_text,
          detail: schedule.agent_id,
        }))
      },
    },
    {
      kind: 'call',
      access: 'workspace',
      find: async (search, limit) => {
        const only = isRoot ? {} : { only: caller.agent }
        return (await listToolCalls(db, workspaceId, { search, limit, ...only })).rows.map(
          (call) => ({
            id: String(call.id),
            label: `${call.tool} ${call.arguments}`,
            detail: `${call.agent ?? ''} ${call.called_at.toISOString()}`.trim(),
          }),
        )
      },
    },
  ]
}

async function findDocuments(
  { database: { db } }: Services,
  { workspaceId }: Caller,
  search: string,
  limit: number,
) {
  const { rows } = await listDocuments(db, workspaceId, { search, limit })
  const tables = await findTablesWithRows(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, filename, mime_type }) => {
    const table_id = tables.get(id)
    return { id, label: filename, detail: mime_type ?? '', ...(table_id && { table_id }) }
  })
}

/** The operator finds every key by a part of it. */
const anyItem = ({ database: { db }, clock }: Services, caller: Caller): SearchSource => ({
  kind: 'context',
  access: 'root',
  find: async (search, limit) =>
    (await listAllItems(db, caller.workspaceId, clock(), { search, limit })).rows.map((item) => ({
      id: item.key,
      label: item.key,
      detail: item.writtenBy,
    })),
})

/** An agent finds what it can read, by words of key and value. */
const readableItem = ({ database: { db }, clock }: Services, caller: Caller): SearchSource => ({
  kind: 'context',
  access: { tool: 'search_context' },
  find: async (text, limit) =>
    (await searchReadable(db, caller, clock(), text, limit)).map(({ key, snippet }) => ({
      id: key,
      label: key,
      detail: snippet,
    })),
})

async function findTools({ caller, ...options }: Options, text: string, limit: number) {
  const wanted = text.toLowerCase()
  return (await selectTools(options, caller, {}))
    .filter(({ name, isPermitted }) => isPermitted && name.toLowerCase().includes(wanted))
    .slice(0, limit)
    .map(({ name, tool }) => ({ id: name, label: name, detail: tool.description }))
}
