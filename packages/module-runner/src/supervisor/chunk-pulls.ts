import { EventEmitter, once } from 'node:events'

/**
 * A runner pulls a response chunk by chunk, so that a chunk it has no room for is not read from the
 * upstream.
 */
export function openChunkPulls() {
  const events = new EventEmitter()
  let isPulled = false
  return {
    /** Records a pull. False when the one before has not been answered by a chunk yet. */
    pull(): boolean {
      if (isPulled) return false
      isPulled = true
      events.emit('pull')
      return true
    },
    /** Resolves when the next chunk may be sent. */
    async next(signal: AbortSignal): Promise<void> {
      if (!isPulled) await once(events, 'pull', { signal })
      isPulled = false
    },
  }
}
