import { Slots } from '@quartermaster/toolkit'
import type { CallIdentity } from '../queries/idempotency.ts'

/** The calls that have the same idempotency key, and the promise of the last of them. */
type Sequence = { readonly id: string; last: Promise<unknown> }

const running = new Slots<Sequence>()

/**
 * Runs `work` after the running calls of this process that have the same idempotency key. A batch writes first
 * and stores its keys last, while a call that runs alone claims its key first: a duplicate of each kind would
 * block each other until PostgreSQL aborts one of them.
 */
export function runInOrder<T>(identity: CallIdentity, work: () => Promise<T>): Promise<T> {
  const { workspaceId, agent, path, key } = identity
  const id = JSON.stringify([workspaceId, agent, path, key])
  // A process runs few calls at a time, so looking through all of them is quick.
  const earlier = running.find((sequence) => sequence.id === id)
  if (earlier !== undefined) {
    const current = earlier.last.then(work, work)
    earlier.last = current
    return current
  }
  const current = work()
  const sequence: Sequence = { id, last: current }
  const slot = running.add(sequence)
  const removeAfter = (promise: Promise<unknown>): void => {
    const onEnd = () =>
      sequence.last === promise ? running.remove(slot) : removeAfter(sequence.last)
    promise.then(onEnd, onEnd)
  }
  removeAfter(current)
  return current
}
