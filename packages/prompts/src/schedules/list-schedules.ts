import type { Database } from '@quartermaster/db'
import { readCursor, toPage } from '@quartermaster/toolkit'
import { listSchedules, type Schedule } from '../queries/schedules.ts'
import { showSchedules } from './present-schedule.ts'

type Request = {
  readonly agentId: string | undefined
  readonly includeEnded: boolean
  readonly limit: number
  readonly cursor: string | undefined
}

/** One page of schedules, as they are shown, and where the next one begins. */
export async function listPage(db: Database, workspaceId: string, request: Request) {
  const { agentId, includeEnded, limit, cursor } = request
  const place = readCursor({ ...(cursor !== undefined && { cursor }) }, isMoment, isNumber)
  const rows = await listSchedules(db, workspaceId, {
    ...{ includeEnded, limit: limit + 1 },
    ...(agentId !== undefined && { agentId }),
    ...(place !== undefined && { after: readPlace(place) }),
  })
  const page = toPage<Schedule>(rows, limit, ({ next_run, id }) => [
    next_run?.toISOString() ?? '',
    String(id),
  ])
  const schedules = await showSchedules(db, workspaceId, page.rows)
  return { schedules, nextCursor: page.nextCursor }
}

const isMoment = (part: string): boolean => part === '' || !Number.isNaN(Date.parse(part))
const isNumber = (part: string): boolean => /^\d{1,15}$/.test(part)

const readPlace = ([nextRun = '', id = '']: string[]) => ({
  nextRun: nextRun === '' ? null : new Date(nextRun),
  id: Number(id),
})
