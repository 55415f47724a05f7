import type { Database, Tx } from '@quartermaster/db'
import { type Caller, ToolError } from '@quartermaster/toolkit'
import { findSchedule, lockSchedule, type Schedule } from '../queries/schedules.ts'
import { checkMayChange } from './check-may-change.ts'

/** Who changes a schedule, and when. */
export type ChangeScope = { readonly db: Database; readonly caller: Caller; readonly now: Date }

const noSchedule = (id: number) =>
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

/** Locks a schedule that the caller may change and that has not ended. */
export async function lockOwnSchedule(trx: Tx, caller: Caller, id: number): Promise<Schedule> {
  const schedule = await lockSchedule(trx, caller.workspaceId, id)
  if (schedule === undefined) throw noSchedule(id)
  await checkMayChange(trx, caller, schedule)
  if (schedule.ended_at === null) return schedule
  throw new ToolError('conflict', `Schedule ${id} has ended (${schedule.ended_as})`, {
    suggestion: 'Create a new schedule instead.',
  })
}
