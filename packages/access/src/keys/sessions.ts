import { hash, randomBytes } from 'node:crypto'
import type { Database } from '@quartermaster/db'
import { type Caller, ToolError } from '@quartermaster/toolkit'
import type { ActAs } from '../callers/find-caller.ts'
import { createSession, deleteSession, findSession } from '../queries/sessions.ts'
import { sameHash } from './api-key.ts'
import type { Keyring } from './keyring.ts'

type Options = { db: Database; keyring: Keyring; rootKey: string; now: () => Date }

export type Session = { readonly token: string; readonly expiresAt: Date }

/** Browser sessions: a random token replaces a key until the session expires or the key becomes invalid. */
export type Sessions = {
  /** Exchanges a key for a session; throws a ToolError for a key that is not valid. */
  open(key: string): Promise<Session & { readonly caller: Caller }>
  /** The caller of the session's key; throws a ToolError if the session or the key is no longer valid. */
  authenticate(token: string, as?: ActAs): Promise<Caller>
  /** When the session expires; undefined if it has ended. */
  findExpiry(token: string): Promise<Date | undefined>
  close(token: string): Promise<void>
}

const HOURS = 24
const TOKEN_BYTES = 32

export function openSessions({ db, keyring, rootKey, now }: Options): Sessions {
  const find = async (token: string) => {
    const session = await findSession(db, hashOf(token))
    return session !== undefined && session.expires_at > now() ? session : undefined
  }
  // The token is never stored, so the stored hash does not help to guess the root key.
  const rootCheck = (token: string) => hashOf(`${token}\n${rootKey}`)

  return {
    async open(key) {
      const caller = await keyring.authenticate(key)
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const expiresAt = new Date(now().getTime() + HOURS * 3_600_000)
      await createSession(db, {
        token_hash: hashOf(token),
        key_id: caller.isRoot ? null : caller.keyId,
        root_check: caller.isRoot ? rootCheck(token) : null,
        expires_at: expiresAt,
      })
      return { token, expiresAt, caller }
    },
    async authenticate(token, as = {}) {
      const session = await find(token)
      if (session === undefined) throw ended('This session has ended')
      const { key_id: keyId, root_check: check } = session
      if (keyId !== null) return keyring.authenticateById(keyId, as)
      if (check !== null && sameHash(check, rootCheck(token))) {
        return keyring.authenticate(rootKey, as)
      }
      throw ended('The root key has changed since this session began')
    },
    findExpiry: async (token) => (await find(token))?.expires_at,
    close: (token) => deleteSession(db, hashOf(token)),
  }
}

const ended = (message: string) =>
  new ToolError('unauthorized', message, { suggestion: 'Sign in again with your key.' })

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer')
