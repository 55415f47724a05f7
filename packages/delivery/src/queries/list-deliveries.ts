import { containsText, type Database, sortedList, sortKey } from '@quartermaster/db'
import {
  type ListRequest,
  type Page,
  pageSize,
  readSorting,
  toSortedPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { DeliveryRow } from './deliveries.ts'

export type DeliveriesRequest = ListRequest & {
  readonly states?: readonly string[]
  readonly agentId?: string
  readonly scheduleId?: number
}

// Ids sort by time of creation.
const ID = sortKey.id(sql`id`)

export const DELIVERY_ORDERS = {
  created_at: [ID],
  scheduled_for: [sortKey.time(sql`due_at`), ID],
  agent_id: [sortKey.text(sql`agent_id`), ID],
  state: [sortKey.text(sql`state`), ID],
  attempts_made: [sortKey.integer(sql`attempts`), ID],
}

/** Newest first by default. */
export async function listDeliveries(
  db: Database,
  workspaceId: string,
  request: DeliveriesRequest = {},
): Promise<Page<DeliveryRow>> {
  const sorting = readSorting(request, DELIVERY_ORDERS, { sortBy: 'created_at', descending: true })
  const { isAfter, orderBy, position } = sortedList(sorting)
  const rows = await deliveriesWith(db, workspaceId, request)
    .selectAll()
    .select(position.as('position'))
    .where(isAfter)
    .orderBy(orderBy)
    .limit(pageSize(request) + 1)
    .execute()
  return toSortedPage(rows, request, sorting)
}

export async function countDeliveries(
  db: Database,
  workspaceId: string,
  request: DeliveriesRequest,
): Promise<number> {
  const { count } = await deliveriesWith(db, workspaceId, request)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const deliveriesWith = (
  db: Database,
  workspaceId: string,
  { states, agentId, scheduleId, search }: DeliveriesRequest,
) =>
  db
    .selectFrom('deliveries')
    .where('workspace_id', '=', workspaceId)
    .$if(states !== undefined, (query) =>
      query.where('state', '=', sql<string>`any(${states ?? []}::text[])`),
    )
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId as string))
    .$if(scheduleId !== undefined, (query) => query.where('schedule_id', '=', scheduleId as number))
    .$if(search !== undefined, (query) =>
      query.where(containsText(search ?? '', sql`prompt`, sql`agent_id`, sql`coalesce(error, '')`)),
    )
