import type { Database } from '@quartermaster/db'
import { pageSize, toSortedPage } from '@quartermaster/toolkit'
import {
  listSchedules,
  readScheduleSorting,
  type SchedulesRequest,
} from '../queries/list-schedules.ts'
import { presentSchedules } from './present-schedule.ts'

/** One page of schedules as callers see them, and the cursor of the next page. */
export async function listSchedulePage(
  db: Database,
  workspaceId: string,
  request: SchedulesRequest,
) {
  const rows = await listSchedules(db, workspaceId, { ...request, limit: pageSize(request) + 1 })
  const page = toSortedPage(rows, request, readScheduleSorting(request))
  const schedules = await presentSchedules(db, workspaceId, page.rows)
  return { schedules, nextCursor: page.nextCursor }
}
