import type { CallIdentity } from '../queries/idempotency.ts'

const running = new Map<string, Promise<unknown>>()

/**
 * Runs `work` after the running calls of this process that have the same idempotency key. A batch writes first
 * and stores its keys last, while a call that runs alone claims its key first: two duplicates in both ways would
 * block each other until PostgreSQL ends one of them.
 */
export function runInOrder<T>(identity: CallIdentity, work: () => Promise<T>): Promise<T> {
  const { workspaceId, agent, path, key } = identity
  const id = JSON.stringify([workspaceId, agent, path, key])
  const earlier = running.get(id)
  const current = earlier === undefined ? work() : earlier.then(work, work)
  running.set(id, current)
  const forget = () => {
    if (running.get(id) === current) running.delete(id)
  }
  current.then(forget, forget)
  return current
}
