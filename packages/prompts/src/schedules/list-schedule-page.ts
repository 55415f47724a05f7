import type { Database } from '@quartermaster/db'
import { readCursor, toPage } from '@quartermaster/toolkit'
import { listSchedules, type Schedule } from '../queries/schedules.ts'
import { presentSchedules } from './present-schedule.ts'

type Request = {
  readonly agentId: string | undefined
  readonly includeEnded: boolean
  readonly limit: number
  readonly cursor: string | undefined
}

/** One page of schedules as callers see them, and the cursor of the next page. */
export async function listSchedulePage(db: Database, workspaceId: string, request: Request) {
  const { agentId, includeEnded, limit, cursor } = request
  const after = readCursor({ ...(cursor !== undefined && { cursor }) }, isInstantOrEmpty, isNumber)
  const rows = await listSchedules(db, workspaceId, {
    includeEnded,
    limit: limit + 1,
    ...(agentId !== undefined && { agentId }),
    ...(after !== undefined && { after: toScheduleCursor(after) }),
  })
  const page = toPage<Schedule>(rows, limit, ({ next_run, id }) => [
    next_run?.toISOString() ?? '',
    String(id),
  ])
  const schedules = await presentSchedules(db, workspaceId, page.rows)
  return { schedules, nextCursor: page.nextCursor }
}

const isInstantOrEmpty = (part: string): boolean => part === '' || !Number.isNaN(Date.parse(part))
const isNumber = (part: string): boolean => /^\d{1,15}$/.test(part)

const toScheduleCursor = ([nextRun = '', id = '']: string[]) => ({
  nextRun: nextRun === '' ? null : new Date(nextRun),
  id: Number(id),
})
