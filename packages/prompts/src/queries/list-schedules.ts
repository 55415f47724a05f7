import { containsText, type Database, sortedList, sortKey } from '@quartermaster/db'
import { type ListRequest, readSorting } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { Schedule } from './schedules.ts'

export type SchedulesRequest = ListRequest & {
  readonly agentId?: string | undefined
  readonly includeEnded: boolean
}

const ID = sortKey.integer(sql`id`)

/** The expression of `next_run` must equal that of the indexes `schedules_active` and `schedules_past`. */
export const SCHEDULE_ORDERS = {
  next_run: [sortKey.time(sql`coalesce(next_run, 'infinity')`), ID],
  created_at: [ID],
  agent_id: [sortKey.text(sql`agent_id`), ID],
  prompt_text: [sortKey.text(sql`prompt`), ID],
}

export const readScheduleSorting = (request: ListRequest) =>
  readSorting(request, SCHEDULE_ORDERS, { sortBy: 'next_run' })

/** By default ordered by `next_run`, then id. Schedules without a next slot come last. */
export function listSchedules(
  db: Database,
  workspaceId: string,
  request: SchedulesRequest & { readonly limit: number },
): Promise<(Schedule & { position: string[] })[]> {
  const { isAfter, orderBy, position } = sortedList(readScheduleSorting(request))
  // Active and ended schedules have separate indexes, so that ended ones do not slow down the list.
  const part = (isEnded: boolean) =>
    schedulesWith(db, workspaceId, request)
      .selectAll()
      .select(position.as('position'))
      .where('ended_at', isEnded ? 'is not' : 'is', null)
      .where(isAfter)
      .orderBy(orderBy)
      .limit(request.limit)
  if (!request.includeEnded) return part(false).execute()
  const both = sql<Schedule & { position: string[] }>`(${part(false)} union all ${part(true)})`
  return db
    .selectFrom(both.as<'schedules'>(sql.ref('schedules')))
    .selectAll()
    .orderBy(orderBy)
    .limit(request.limit)
    .execute()
}

export async function countSchedules(
  db: Database,
  workspaceId: string,
  request: SchedulesRequest,
): Promise<number> {
  const { count } = await schedulesWith(db, workspaceId, request)
    .select(sql<number>`count(*)`.as('count'))
    .$if(!request.includeEnded, (query) => query.where('ended_at', 'is', null))
    .executeTakeFirstOrThrow()
  return count
}

const schedulesWith = (
  db: Database,
  workspaceId: string,
  { agentId, search }: Omit<SchedulesRequest, 'includeEnded'>,
) =>
  db
    .selectFrom('schedules')
    .where('workspace_id', '=', workspaceId)
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId as string))
    .$if(search !== undefined, (query) =>
      query.where(containsText(search ?? '', sql`prompt`, sql`agent_id`)),
    )
