import { createHash } from 'node:crypto'
import type { Caller } from '@quartermaster/toolkit'
import { toStored } from './keys/key-text.ts'

/** The audience that every agent of a workspace is in. */
export const EVERYONE = 'all'

/** Finds a key or a name of any length. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(toStored(text)).digest()

/** The audience of one agent, known or not. */
export const audienceOf = (agent: string): string => `agent:${hashOf(agent).toString('base64url')}`

/** The caller as the queries know it. */
export type Reader = {
  readonly workspaceId: string
  readonly agent: string
  readonly agentHash: Buffer
  readonly audience: string
}

export const readerOf = ({ workspaceId, agent }: Caller): Reader => ({
  workspaceId,
  agent: toStored(agent),
  agentHash: hashOf(agent),
  audience: audienceOf(agent),
})
