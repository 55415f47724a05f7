import type { Database, Listener } from '@quartermaster/db'
import { type Caller, ToolError } from '@quartermaster/toolkit'
import {
  type ActAs,
  findHolder,
  findOperator,
  type Holder,
  mustBeItself,
} from '../callers/find-caller.ts'
import { checkHeader } from '../name.ts'
import { hashKey, readKey, sameHash } from './api-key.ts'
import { createCache } from './cache.ts'

type Options = {
  db: Database
  listener: Listener
  rootKey: string
  now: () => Date
}

/** Triggers on workspaces, roles, agents and keys notify this channel of every change. */
const CHANNEL = 'quartermaster_access'

const MAX_VERIFIED = 10_000

export type Keyring = {
  /** The caller that a key belongs to; throws a ToolError for a key that is not valid. */
  authenticate(keyText: string | undefined, as?: ActAs): Promise<Caller>
  /**
   * The same without waiting, for a key that was verified before and that nothing has changed since.
   * Undefined for any other: ask `authenticate`.
   */
  findVerified(keyText: string, as?: ActAs): Caller | undefined
  /** Clears the cache. Call it after changing access, so that this process need not wait for NOTIFY. */
  forget(): void
  /** Whether callers are cached; otherwise each call queries the database. */
  isListening(): boolean
}

/** Finds the caller of each key: from a cache that is used only while changes would be noticed. */
export function openKeyring({ db, listener, rootKey, now }: Options): Keyring {
  // An empty one would be the key of everyone who sends none.
  if (rootKey === '') throw new Error('The root key is empty')
  const rootHash = hashKey(rootKey)

  const isListening = () => subscription.isLive()
  const holders = createCache<Holder>(isListening)
  const operators = createCache<Caller>(isListening)
  // By the text of the key, so that a known key costs neither a hash nor a promise.
  const verified = new Map<string, Holder>()
  let generation = 0
  const forget = () => {
    generation++
    holders.clear()
    operators.clear()
    verified.clear()
  }
  const subscription = listener.subscribe(CHANNEL, { onNotification: forget, onGap: forget })

  async function authenticate(text: string | undefined, as: ActAs = {}): Promise<Caller> {
    if (text === undefined || text === '') throw new ToolError('unauthorized', 'No key was sent')
    const known = findVerified(text, as)
    if (known !== undefined) return known
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
    const begun = generation
    const holder = await holders.get(key.id, () => findHolder(db, key.id))
    // A wrong secret is told nothing about the key whose id it names.
    if (holder === undefined || !sameHash(holder.hash, key.hash)) {
      throw refused('This key is not known here')
    }
    if (holder.revoked) throw refused('This key was revoked')
    // A holder that was read before a change must not be kept after it.
    const isCurrent = isListening() && generation === begun
    if (isCurrent && verified.size < MAX_VERIFIED) verified.set(text, holder)
    if (holder.expiresAt !== null && holder.expiresAt <= now())
      throw refused('This key has expired')
    mustBeItself(holder.caller, as)
    return holder.caller
  }

  function findVerified(text: string, as: ActAs = {}): Caller | undefined {
    const holder = isListening() ? verified.get(text) : undefined
    if (holder === undefined || (holder.expiresAt !== null && holder.expiresAt <= now())) {
      return undefined
    }
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

  return { authenticate, findVerified, forget, isListening }
}

const refused = (message: string, suggestion?: string) =>
  new ToolError('unauthorized', message, { suggestion })
