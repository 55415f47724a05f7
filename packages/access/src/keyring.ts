import type { Database } from '@quartermaster/db'
import { type Caller, ToolError } from '@quartermaster/toolkit'
import { hashKey, readKey, sameHash } from './api-key.ts'
import { createCache } from './cache.ts'
import { type ActAs, findHolder, findOperator, type Holder, mustBeItself } from './caller.ts'
import { listenForChanges } from './change-listener.ts'
import { checkHeader } from './name.ts'
import { announce } from './queries/announcements.ts'

type Options = {
  db: Database
  /** For the connection that listens, which must reach the database itself and no pooler. */
  databaseUrl: string
  rootKey: string
  now?: () => Date
  /** The listening connection broke or could not be made; it is tried again. */
  onError?: (error: unknown) => void
}

export type Keyring = {
  /** Who calls with this key, or a ToolError in words for them. */
  authenticate(keyText: string | undefined, as?: ActAs): Promise<Caller>
  /** Call it when a change of access is committed, and this process knows of it at once. */
  forget(): void
  /** Whether answers come from memory; if not, every call asks the database. */
  isListening(): boolean
  close(): Promise<void>
}

/** Knows every key's caller without a query, and of every change as soon as it is committed. */
export function openKeyring({
  db,
  databaseUrl,
  rootKey,
  now = () => new Date(),
  onError = () => {},
}: Options): Keyring {
  // An empty one would be the key of everyone who sends none.
  if (rootKey === '') throw new Error('The root key is empty')
  const rootHash = hashKey(rootKey)

  const isListening = () => listener.isLive()
  const holders = createCache<Holder>(isListening)
  const operators = createCache<Caller>(isListening)
  const forget = () => {
    holders.clear()
    operators.clear()
  }
  const listener = listenForChanges({
    url: databaseUrl,
    announce: (text) => announce(db, text),
    onChange: forget,
    onError,
  })

  async function authenticate(text: string | undefined, as: ActAs = {}): Promise<Caller> {
    if (text === undefined || text === '') throw new ToolError('unauthorized', 'No key was sent')
    if (sameHash(hashKey(text), rootHash)) return operator(as)

    const key = readKey(text)
    if (key === 'malformed') {
      throw refused('This is no key of this gateway: agent keys begin with "qm_"')
    }
    if (key === 'mistyped') {
      throw refused(
        'This key is mistyped or incomplete: its checksum is wrong',
        'Copy it again, whole.',
      )
    }
    const holder = await holders.get(key.id, () => findHolder(db, key.id))
    // A wrong secret is told nothing about the key whose id it names.
    if (holder === undefined || !sameHash(holder.hash, key.hash)) {
      throw refused('This key is not known here')
    }
    if (holder.revoked) throw refused('This key was revoked')
    if (holder.expiresAt !== null && holder.expiresAt <= now())
      throw refused('This key has expired')
    mustBeItself(holder.caller, as)
    return holder.caller
  }

  async function operator({ workspace = 'default', agent }: ActAs): Promise<Caller> {
    checkHeader('x-workspace', workspace)
    // Empty is not absent: whoever left a name out must not act without limits by mistake.
    if (agent !== undefined) checkHeader('x-agent', agent)
    // Names have no control characters, so this is one pair only.
    const pair = agent === undefined ? workspace : `${workspace}\n${agent}`
    const caller = await operators.get(pair, () => findOperator(db, workspace, agent))
    if (caller !== undefined) return caller
    throw new ToolError('not_found', `The x-workspace header names no workspace: "${workspace}"`, {
      suggestion: 'Call GET /v1/workspaces to see them, or POST /v1/workspaces to make it.',
    })
  }

  return { authenticate, forget, isListening, close: () => listener.close() }
}

const refused = (message: string, suggestion?: string) =>
  new ToolError('unauthorized', message, { suggestion })
