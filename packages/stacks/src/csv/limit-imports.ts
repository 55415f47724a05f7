import { limitConcurrency, ToolError } from '@quartermaster/toolkit'

/** Limits for uploads in progress, per process and, within it, per workspace. */
const MAX_UPLOADS = 8
const MAX_UPLOADS_OF_WORKSPACE = 3
/** Limit for imports that write to the database. Each holds one connection of the pool. */
const MAX_WRITERS = 2

const uploads = new Map<string, number>()

/** Runs `work`, or throws `unavailable` (503) if too many uploads are in progress. */
export async function limitUploads<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const own = uploads.get(workspaceId) ?? 0
  const all = [...uploads.values()].reduce((sum, count) => sum + count, 0)
  if (own >= MAX_UPLOADS_OF_WORKSPACE || all >= MAX_UPLOADS) {
    throw new ToolError('unavailable', 'Too many imports are running.', {
      suggestion: 'Try again when another import has finished; nothing was imported.',
      headers: { 'retry-after': '5' },
    })
  }
  uploads.set(workspaceId, own + 1)
  try {
    return await work()
  } finally {
    const left = (uploads.get(workspaceId) ?? 1) - 1
    if (left === 0) uploads.delete(workspaceId)
    else uploads.set(workspaceId, left)
  }
}

/** Runs imports that write to the database, at most `MAX_WRITERS` at a time. */
export const writers = limitConcurrency(MAX_WRITERS)
