import { hash } from 'node:crypto'
import { type Caller, toStorable } from '@quartermaster/toolkit'

/** The audience that every agent of a workspace is in. */
export const EVERYONE = 'all'

/** The hash for looking up a key or a name of any length. */
export const hashOf = (text: string): Buffer => hash('sha256', toStorable(text), 'buffer')

/** The audience of one agent, registered or not. */
export const audienceOf = (agent: string): string => `agent:${hashOf(agent).toString('base64url')}`

/** The caller in the form that queries use. */
export type Reader = {
  readonly workspaceId: string
  readonly agent: string
  readonly agentHash: Buffer
  readonly audience: string
}

// The keyring keeps one `Caller` per key, so its hashes are computed once.
const readers = new WeakMap<Caller, Reader>()

export function readerOf(caller: Caller): Reader {
  const known = readers.get(caller)
  if (known !== undefined) return known
  const { workspaceId, agent } = caller
  const reader = {
    workspaceId,
    agent: toStorable(agent),
    agentHash: hashOf(agent),
    audience: audienceOf(agent),
  }
  readers.set(caller, reader)
  return reader
}
