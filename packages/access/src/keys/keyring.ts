import type { Database, Listener } from '@quartermaster/db'
import { type Caller, closestName, quote, ToolError } from '@quartermaster/toolkit'
import {
  type ActAs,
  checkActsAsItself,
  findHolder,
  findOperator,
  type Holder,
} from '../callers/find-caller.ts'
import { checkHeader } from '../name.ts'
import { listWorkspaceNames } from '../queries/workspaces.ts'
import { hashKey, readKey, sameHash } from './api-key.ts'
import { createCache } from './cache.ts'
import { recordUses } from './record-use.ts'

type Options = {
  db: Database
  listener: Listener
  rootKey: string
  now: () => Date
}

/** Triggers on workspaces, roles, agents and keys notify this channel; see `isAffected`. */
export const ACCESS_CHANNEL = 'quartermaster_access'

const MAX_VERIFIED = 10_000
const MAX_UNKNOWN = 10_000

export type Keyring = {
  /** The caller that a key belongs to; throws a ToolError for a key that is not valid. */
  authenticate(keyText: string | undefined, as?: ActAs): Promise<Caller>
  /**
   * A synchronous `authenticate`, for a key that was verified before and has not changed since.
   * Undefined for any other key: call `authenticate`.
   */
  findVerified(keyText: string, as?: ActAs): Caller | undefined
  /** The caller of a key that was authenticated earlier; throws if the key is no longer valid. */
  authenticateById(keyId: string, as?: ActAs): Promise<Caller>
  /** Clears the cache. Call it after changing access, so that this process need not wait for NOTIFY. */
  forget(): void
  /** Whether callers are cached; otherwise each call queries the database. */
  isListening(): boolean
  /** Writes the pending `last_used_at` of keys. */
  close(): Promise<void>
}

/** Finds the caller of each key, using a cache while the listener would notice changes. */
export function openKeyring({ db, listener, rootKey, now }: Options): Keyring {
  // An empty root key would match every request without a key.
  if (rootKey === '') throw new Error('The root key is empty')
  const rootHash = hashKey(rootKey)

  const isListening = () => subscription.isLive()
  const holders = createCache<Holder>(isListening)
  const operators = createCache<Caller>(isListening)
  // Keyed by the text of the key, so that a known key costs neither a hash nor a promise.
  const verified = new Map<string, Holder>()
  // Ids of keys that do not exist, so that a client with a wrong key costs only one query.
  const unknown = new Set<string>()
  const uses = recordUses(db)
  let generation = 0
  const forget = (change?: string) => {
    generation++
    const isStale = ({ caller }: Holder) => change === undefined || isAffected(caller, change)
    holders.forget(isStale)
    for (const [text, holder] of verified) if (isStale(holder)) verified.delete(text)
    // The operator can act as any agent, so every change except to a key may affect it.
    if (!change?.startsWith('key ')) operators.forget()
    if (change === undefined) unknown.clear()
    else unknown.delete(change.replace(/^key /, ''))
  }
  const subscription = listener.subscribe(ACCESS_CHANNEL, {
    onNotification: forget,
    onGap: () => forget(),
  })

  async function authenticate(text: string | undefined, as: ActAs = {}): Promise<Caller> {
    if (text === undefined || text === '') throw new ToolError('unauthorized', 'No key was sent')
    const known = findVerified(text, as)
    if (known !== undefined) return known
    if (sameHash(hashKey(text), rootHash)) return operator(as)

    const key = readKey(text)
    if (key === 'malformed') {
      throw refused('This is not a key of this gateway: agent keys begin with "qm_"')
    }
    if (key === 'mistyped') {
      throw refused(
        'This key is mistyped or incomplete: its checksum is wrong',
        'Copy the whole key and send it as "Authorization: Bearer KEY" or "x-api-key: KEY".',
      )
    }
    const begun = generation
    const isUnknown = isListening() && unknown.has(key.id)
    const holder = isUnknown ? undefined : await holders.get(key.id, () => findHolder(db, key.id))
    // A holder that was read before a change must not be cached after it.
    const isCurrent = isListening() && generation === begun
    if (holder === undefined) {
      if (unknown.size >= MAX_UNKNOWN) unknown.clear()
      if (isCurrent) unknown.add(key.id)
    }
    // A wrong secret gets the same error as an unknown id, so the error does not reveal which ids exist.
    if (holder === undefined || !sameHash(holder.hash, key.hash)) {
      throw refused('This key is not known here')
    }
    if (isCurrent && !holder.revoked && verified.size < MAX_VERIFIED) verified.set(text, holder)
    return admit(holder, as)
  }

  async function authenticateById(keyId: string, as: ActAs = {}): Promise<Caller> {
    const holder = await holders.get(keyId, () => findHolder(db, keyId))
    if (holder === undefined) throw refused('This key was deleted')
    return admit(holder, as)
  }

  function admit({ caller, revoked, expiresAt }: Holder, as: ActAs): Caller {
    if (revoked) throw refused('This key was revoked')
    if (expiresAt !== null && expiresAt <= now()) throw refused('This key has expired')
    checkActsAsItself(caller, as)
    uses.record(caller.keyId)
    return caller
  }

  function findVerified(text: string, as: ActAs = {}): Caller | undefined {
    const holder = isListening() ? verified.get(text) : undefined
    if (holder === undefined || (holder.expiresAt !== null && holder.expiresAt <= now())) {
      return undefined
    }
    checkActsAsItself(holder.caller, as)
    uses.record(holder.caller.keyId)
    return holder.caller
  }

  async function operator({ workspace = 'default', agent }: ActAs): Promise<Caller> {
    checkHeader('x-workspace', workspace)
    // An empty header is an error: without the check the call would run without limits.
    if (agent !== undefined) checkHeader('x-agent', agent)
    // Names contain no line breaks, so the pair is unambiguous.
    const pair = agent === undefined ? workspace : `${workspace}\n${agent}`
    const caller = await operators.get(pair, () => findOperator(db, workspace, agent))
    if (caller !== undefined) return caller
    const meant = closestName(workspace, await listWorkspaceNames(db))
    const hint = meant === undefined ? '' : `Did you mean ${quote(meant)}? `
    throw new ToolError(
      'not_found',
      `There is no workspace ${quote(workspace)}, which the x-workspace header names.`,
      {
        suggestion: `${hint}GET /v1/workspaces lists the workspaces; POST /v1/workspaces creates one.`,
      },
    )
  }

  return {
    authenticate,
    authenticateById,
    findVerified,
    forget: () => forget(),
    isListening,
    close: () => uses.close(),
  }
}

/** Whether a notification of `ACCESS_CHANNEL` affects a caller. An unrecognized one affects every caller. */
function isAffected({ keyId, workspaceId, agent }: Caller, change: string): boolean {
  const [kind, id, ...name] = change.split(' ')
  if (kind === 'key') return id === keyId
  if (kind === 'agent') return id === workspaceId && name.join(' ') === agent
  return kind !== 'workspace' || id === workspaceId
}

const refused = (message: string, suggestion?: string) =>
  new ToolError('unauthorized', message, { suggestion })
