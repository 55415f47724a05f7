import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

export type RegisteredClient = { id: string; name: string; redirect_uris: string[] }

export async function saveClient(db: Database, client: RegisteredClient): Promise<void> {
  await db.insertInto('oauth_clients').values(client).execute()
}

export function findRegisteredClient(
  db: Database,
  id: string,
): Promise<RegisteredClient | undefined> {
  return db
    .selectFrom('oauth_clients')
    .select(['id', 'name', 'redirect_uris'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Deletes expired codes and tokens, grants without any, and clients that registered a day ago and
 * were allowed nothing.
 * Reads: api_keys. Locks: nothing else. Writes: the tables of OAuth.
 */
export async function sweepOAuth(db: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  await db.deleteFrom('oauth_codes').where('expires_at', '<', dayAgo).execute()
  await db.deleteFrom('oauth_refresh_tokens').where('expires_at', '<', now).execute()
  await sql`
    delete from oauth_grants where created_at < ${dayAgo}
      and not exists (select from oauth_codes where grant_id = oauth_grants.id)
      and not exists (select from oauth_refresh_tokens where grant_id = oauth_grants.id)
      and not exists (select from oauth_access_keys where grant_id = oauth_grants.id)`.execute(db)
  await sql`
    delete from oauth_clients where created_at < ${dayAgo}
      and not exists (select from oauth_grants where client_id = oauth_clients.id)`.execute(db)
}
