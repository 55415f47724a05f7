import type { Database, Tx } from '@quartermaster/db'
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

/** Locks a schedule that has not ended. */
export async function lockActiveSchedule(
  trx: Tx,
  workspaceId: string,
  id: number,
): Promise<Schedule> {
  const schedule = await lockSchedule(trx, workspaceId, id)
  if (schedule === undefined) throw noSchedule(id)
  if (schedule.ended_at === null) return schedule
  throw new ToolError('conflict', `Schedule ${id} has ended (${schedule.ended_as})`, {
    suggestion: 'Create a new schedule instead.',
  })
}
