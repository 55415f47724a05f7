import type { Database } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { findSchedule, lockSchedule, type Schedule } from '../queries/schedules.ts'

export const noSchedule = (id: number) =>
  new ToolError('not_found', `Schedule ${id} not found`, {
    suggestion: 'GET /v1/schedules lists the schedules of this workspace.',
  })

export async function getSchedule(
  db: Database,
  workspaceId: string,
  id: number,
): Promise<Schedule> {
  const schedule = await findSchedule(db, workspaceId, id)
  if (schedule === undefined) throw noSchedule(id)
  return schedule
}

/** For a change, which only makes sense while it has not ended. */
export async function lockActive(
  trx: Database,
  workspaceId: string,
  id: number,
): Promise<Schedule> {
  const schedule = await lockSchedule(trx, workspaceId, id)
  if (schedule === undefined) throw noSchedule(id)
  if (schedule.ended_at === null) return schedule
  throw new ToolError('conflict', `Schedule ${id} has ended (${schedule.ended_as})`, {
    suggestion: 'Make a new schedule in its place.',
  })
}
