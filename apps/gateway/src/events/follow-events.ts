import { isObject } from '@quartermaster/toolkit'
import type { Event, EventSource } from './event-source.ts'

export type IdentifiedEvent = Event & { readonly id: string }

type Cursors = Record<string, string>

/**
 * Reads all sources, yields their events, then waits for `wait`, until `signal` is aborted. The
 * id of an event contains the cursors of all sources, so that any event can be resumed from.
 */
export async function* followEvents(
  sources: readonly EventSource[],
  lastId: string | undefined,
  wait: () => Promise<unknown>,
  signal: AbortSignal,
): AsyncGenerator<IdentifiedEvent[]> {
  let cursors = lastId === undefined ? {} : decode(lastId)
  while (!signal.aborted) {
    const found: IdentifiedEvent[] = []
    for (const source of sources) {
      const { events, cursor } = await source.read(cursors[source.name])
      const before = encode(cursors)
      cursors = { ...cursors, [source.name]: cursor }
      const after = encode(cursors)
      // Only the id of the last event in a batch advances: a client that misses it gets the batch
      // again.
      found.push(
        ...events.map((event, at) => ({ ...event, id: at < events.length - 1 ? before : after })),
      )
    }
    yield found
    await wait()
  }
}

const encode = (cursors: Cursors): string =>
  Buffer.from(JSON.stringify(cursors)).toString('base64url')

/** Unreadable ids count as absent: the stream then begins now. */
function decode(id: string): Cursors {
  try {
    const value: unknown = JSON.parse(Buffer.from(id, 'base64url').toString())
    if (!isObject(value)) return {}
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => {
        const [name, cursor] = entry
        return typeof cursor === 'string' && isCursorOf(name, cursor)
      }),
    )
  } catch {
    return {}
  }
}

function isCursorOf(name: string, cursor: string): boolean {
  if (name === 'call') return /^\d{1,15}$/.test(cursor)
  if (name === 'delivery' || name === 'schedule') return !Number.isNaN(Date.parse(cursor))
  return true
}
