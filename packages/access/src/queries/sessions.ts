import type { Database } from '@quartermaster/db'

export type StoredSession = {
  token_hash: Buffer
  /** Null for a session of the root key, which has a `root_check`. */
  key_id: string | null
  root_check: Buffer | null
  expires_at: Date
}

export async function createSession(db: Database, session: StoredSession): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export function findSession(db: Database, tokenHash: Buffer): Promise<StoredSession | undefined> {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'key_id', 'root_check', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
}
